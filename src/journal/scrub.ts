/** What stands for a path or a secret that was taken out of a text. */
const path = "<path>";
const secret = "<secret>";

/** Tokens that are recognised by their own shape. */
const tokens = [
  /\bgh[opsur]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bgl(?:pat|ptt|rt|dt)-[A-Za-z0-9_-]{16,}/g,
  /\bnpm_[A-Za-z0-9]{20,}/g,
  /\bpypi-[A-Za-z0-9_-]{16,}/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])?[A-Za-z0-9_-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];
/** `https://user:password@host`: what stands before the at sign. */
const credentials = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi;
/** `Authorization: Basic xyz`, `Bearer xyz`. */
const authorization = /\b(authorization\s*[:=]\s*(?:[a-z]+\s+)?|bearer\s+)[^\s"',;]+/gi;
const secretNames =
  "pass(?:word|wd|phrase)|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?";
/** `password=xyz`, `"API_KEY": "xyz"`. */
const named = new RegExp(`((?:${secretNames})["']?\\s*[:=]\\s*)("[^"]*"|'[^']*'|[^\\s"',;]+)`, "gi");
/** `--token xyz`. */
const options = new RegExp(`(--(?:[a-z-]+-)?(?:${secretNames})\\s+)[^\\s"',;]+`, "gi");

/** A place where a path can begin: not inside a word, a branch name or a URL. */
const start = /(^|[\s"'`([{<=,;|:])/.source;
const absolutePaths = [
  new RegExp(`${start}file:///?[^\\s"'\`<>|]+`, "g"),
  new RegExp(`${start}\\\\\\\\[^\\s"'\`<>|]+`, "g"),
  new RegExp(`${start}[A-Za-z]:[\\\\/][^\\s"'\`<>|]*`, "g"),
  new RegExp(`${start}~[A-Za-z0-9._-]*/[^\\s"'\`<>|:,;)\\]}]*`, "g"),
  new RegExp(`${start}/(?!/)[^\\s"'\`<>|:,;)\\]}]+`, "g"),
];
/** Git and Node put paths into quotes; such a path may contain spaces. */
const quotedPaths = [
  /'(?:\/(?!\/)|~\/|[A-Za-z]:[\\/])[^'\n]*'/g,
  /"(?:\/(?!\/)|~\/|[A-Za-z]:[\\/])[^"\n]*"/g,
];

/** Takes secrets out of a text that stays on this machine: a command's output, which is shown and logged. */
export function scrubSecrets(text: string): string {
  let result = text;
  for (const token of tokens) result = result.replace(token, secret);
  result = result.replace(credentials, "$1");
  result = result.replace(authorization, `$1${secret}`);
  return result.replace(named, `$1${secret}`);
}

/**
 * Takes absolute paths and secrets out of a text that is about to be journaled: notes are pushed.
 * @param roots directories whose inside may be named: a path below one of them becomes relative to it
 */
export function scrub(text: string, roots: readonly string[] = []): string {
  let result = scrubSecrets(text);
  result = result.replace(options, `$1${secret}`);
  for (const root of [...roots].sort((a, b) => b.length - a.length)) {
    if (root.length > 1) result = result.replaceAll(root.endsWith("/") ? root : `${root}/`, "");
  }
  for (const quoted of quotedPaths) result = result.replace(quoted, path);
  for (const absolute of absolutePaths) result = result.replace(absolute, `$1${path}`);
  return result;
}
