import { CoppiceError } from "../lifecycle/errors.js";

/** A repository on a forge, and how its API is reached. */
export interface ForgePlace {
  readonly owner: string;
  readonly name: string;
  /** Without a slash at its end. */
  readonly apiUrl: string;
  readonly token: string | undefined;
}

interface RemoteRepository {
  readonly host: string;
  readonly owner: string;
  readonly name: string;
}

type Environment = Readonly<NodeJS.ProcessEnv>;

/**
 * Where a remote's URL says that its repository is hosted, and with which token of the environment it is asked.
 *
 * A token goes to no host but the one it is for: `GH_TOKEN` and `GITHUB_TOKEN` to github.com and ghe.com, those for an
 * Enterprise server to the one that `GH_HOST` names, and any of them to the API that `GITHUB_API_URL` names. The names
 * and their order are those of GitHub's own command line.
 * @returns undefined when the URL names no repository on a GitHub that is known
 * @throws CONFIG_INVALID when `GITHUB_API_URL` or the token cannot be used
 */
export function forgePlace(remoteUrl: string, env: Environment): ForgePlace | undefined {
  const repository = parseRemote(remoteUrl);
  if (repository === undefined) return undefined;
  const { host, owner, name } = repository;
  const open = isOpen(host);
  const given = givenApi(host, env);
  const named = given !== undefined || host === env.GH_HOST?.toLowerCase();
  if (!open && !named) return undefined;
  const own = ["GH_TOKEN", "GITHUB_TOKEN"];
  const enterprise = ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"];
  const names = open ? own : [...enterprise, ...(given === undefined ? [] : own)];
  return { owner, name, apiUrl: given ?? apiOf(host), token: findToken(names, env) };
}

/** GitHub's own hosts: github.com, and the subdomains of ghe.com for customers with their own data residency. */
const isOpen = (host: string): boolean => host === "github.com" || host.endsWith(".ghe.com");

function apiOf(host: string): string {
  return isOpen(host) ? `https://api.${host}` : `https://${host}/api/v3`;
}

/** What `GITHUB_API_URL` says, unless `GITHUB_SERVER_URL` says that this is another server's: a runner sets both. */
function givenApi(host: string, env: Environment): string | undefined {
  const { GITHUB_API_URL: given, GITHUB_SERVER_URL: server } = env;
  if (given === undefined || given === "") return undefined;
  if (server !== undefined && server !== "" && urlOf(server)?.host !== host) return undefined;
  const url = urlOf(given);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw unusable("GITHUB_API_URL is no address of an API.");
  const local = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url.protocol === "http:" && !local)
    throw unusable("GITHUB_API_URL is http: the token would go over the network for everyone to read.");
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

const unusable = (message: string): CoppiceError =>
  new CoppiceError("CONFIG_INVALID", message, {
    suggestedAction: "Set GITHUB_API_URL to the https address of the server's API, or unset it.",
  });

function findToken(names: readonly string[], env: Environment): string | undefined {
  for (const name of names) {
    const token = env[name]?.trim();
    if (token === undefined || token === "") continue;
    // What cannot stand in a header would be named by the error about it.
    if (/^[\x21-\x7e]+$/.test(token)) return token;
    throw new CoppiceError("CONFIG_INVALID", `The variable ${name} holds no token.`, {
      suggestedAction: `Set ${name} to a token in one line, or unset it.`,
    });
  }
  return undefined;
}

/**
 * Host, owner and name of a repository that a remote's URL names: `https://`, `ssh://`, `git://` and what git takes from
 * scp, `git@host:owner/name.git`. What stands before the host, a password too, is left out.
 */
export function parseRemote(remoteUrl: string): RemoteRepository | undefined {
  const url = remoteUrl.includes("://") ? urlOf(remoteUrl) : undefined;
  // A single letter is a drive of Windows, no host.
  const scp = url === undefined ? /^(?:[^@/:]+@)?([^@/:]{2,}):(.+)$/.exec(remoteUrl) : null;
  if (url === undefined && (scp === null || remoteUrl.includes("://"))) return undefined;
  if (url !== undefined && !/^(?:https?|ssh|git|git\+ssh):$/.test(url.protocol)) return undefined;
  const web = url !== undefined && /^https?:$/.test(url.protocol);
  const host = (web ? url.host : (url?.hostname ?? scp?.[1] ?? "")).toLowerCase();
  const path = (url?.pathname ?? scp?.[2] ?? "").replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  const [owner = "", name = "", ...more] = path.split("/");
  if (host === "" || more.length > 0 || !isName(owner) || !isName(name)) return undefined;
  // The first is for networks that let nothing but port 443 through.
  return { host: host.replace(/^(?:ssh|www)\.github\.com$/, "github.com"), owner, name };
}

const isName = (text: string): boolean => /^[\w.-]{1,100}$/.test(text) && !/^\.+$/.test(text);

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
