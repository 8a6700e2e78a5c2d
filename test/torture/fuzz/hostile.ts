import type { Random } from "./random.js";

const ESC = "\u001b";

/** Words that have broken programs before: for paths, names, terminals, JSON, shells and prototypes. */
export const hostileWords: readonly string[] = [
  "",
  " ",
  "\u0000",
  "\n",
  "\r\n",
  "\t",
  ".",
  "..",
  "../../../../etc/passwd",
  "/etc/passwd",
  "a/../../b",
  "C:\\Windows\\System32",
  "\\\\server\\share",
  "CON",
  "aux.txt",
  "name.",
  "name ",
  ".git",
  ".GIT/config",
  "git~1",
  ".g\u200cit",
  "-C",
  "--upload-pack=touch owned",
  "-rf",
  "$(touch owned)",
  "`touch owned`",
  "; touch owned",
  "| touch owned",
  "'\"'\"'",
  "%s%n%x",
  "refs/heads/refs/heads/x",
  "refs/notes/coppice",
  "HEAD",
  "@",
  "@{-1}",
  "a..b",
  "x.lock",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "__defineGetter__",
  "then",
  `${ESC}[31m`,
  `${ESC}[2J${ESC}[H`,
  `${ESC}]0;title\u0007`,
  `${ESC}]52;c;b3duZWQ=\u0007`,
  `${ESC}]8;;https://example.com${ESC}\\link${ESC}]8;;${ESC}\\`,
  `${ESC}P+q544e${ESC}\\`,
  "\u009b31m",
  "\u009d0;title\u009c",
  "\u0008\u0008\u0008",
  "\u202egnp.exe",
  "\u2066\u2067\u2068\u2069",
  "\u200b\u200e\ufeff",
  "\u2028\u2029",
  "\u{e0041}\u{e0042}",
  "\ud800",
  "\udc00",
  "\udcff",
  "e\u0301",
  "\u00e9",
  "\u1100\u1161\u11a8",
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
  "\u0130",
  "\u212a",
  "\ufdfa",
  "a".repeat(255),
  "\u00e9".repeat(128),
  "a/".repeat(200),
  "0".repeat(40),
  "f".repeat(40),
  "0".repeat(64),
  "0".repeat(41),
  "18446744073709551616",
  "-1",
  "1e309",
  "NaN",
  "0x10",
  "99999999-99-99T99:99:99.999Z",
  "+275760-09-13T00:00:00.001Z",
  "1970-01-01T00:00:00.000Z",
  "ffffffffffffffff-ffffffffffffffff",
  "null",
  "true",
  "[object Object]",
  "<script>alert(1)</script>",
  "@someone",
  "::set-output name=x::y",
  "::error::x",
  "[x](javascript:alert(1))",
  "https://user:password@example.com/x.git",
  "ext::sh -c touch% owned",
];

export const hostileText = (random: Random): string => {
  if (random.chance(2))
    return random
      .pick(["a", "[", "{", '"', "\\", "\u0000", "\u{1f680}", "(", "{,"])
      .repeat(random.below(70_000));
  const word = random.pick(hostileWords);
  return random.chance(20) ? word + random.pick(hostileWords) : word;
};

const numbers: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.5,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  1e21,
  1e308,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  8.64e15 + 1,
];

/** What JSON can say and nobody expected there. */
export function hostileValue(random: Random): unknown {
  switch (random.below(9)) {
    case 0:
      return random.pick(numbers);
    case 1:
      return null;
    case 2:
      return random.chance(50);
    case 3:
      return [];
    case 4:
      return {};
    case 5:
      return nested(random.pick([2, 10, 200, 5_000]), random.chance(50));
    case 6:
      return Array.from({ length: random.pick([1, 3, 300]) }, () => hostileText(random));
    case 7:
      return objectOf([
        [random.pick(["__proto__", "constructor", "prototype", "type"]), objectOf([["polluted", true]])],
      ]);
    default:
      return hostileText(random);
  }
}

/** Keys are the object's own, `__proto__` too. */
export const objectOf = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> => {
  const result: Record<string, unknown> = {};
  for (const [key, value] of entries)
    Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true });
  return result;
};

function nested(depth: number, lists: boolean): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level += 1) value = lists ? [value] : { a: value };
  return value;
}
