import { describe, expect, test } from "vitest";
import { forgePlace, parseRemote } from "../../src/forge/place.js";

const github = { host: "github.com", owner: "acme", name: "app" };

describe("a remote's URL", () => {
  test.each([
    ["https://github.com/acme/app.git", github],
    ["https://github.com/acme/app/", github],
    ["https://GitHub.com/acme/app", github],
    ["https://www.github.com/acme/app", github],
    ["https://user:pass%40word@github.com/acme/app.git", github],
    ["git@github.com:acme/app.git", github],
    ["github.com:acme/app", github],
    ["ssh://git@github.com/acme/app.git", github],
    ["ssh://git@ssh.github.com:443/acme/app.git", github],
    ["git://github.com/acme/app.git", github],
    ["git@github.com:/acme/.github.git", { ...github, name: ".github" }],
    ["https://git.corp.example:8443/acme/app.git", { ...github, host: "git.corp.example:8443" }],
    ["ssh://git@git.corp.example:2222/acme/app.git", { ...github, host: "git.corp.example" }],
    ["https://acme.ghe.com/acme/app", { ...github, host: "acme.ghe.com" }],
  ])("%s: its host, owner and name", (url, expected) => {
    expect(parseRemote(url)).toEqual(expected);
  });

  test.each([
    "../app.git",
    "/srv/git/acme/app.git",
    "C:\\git\\acme\\app",
    "C:/acme/app",
    "file:///srv/acme/app.git",
    "https://github.com/acme",
    "https://github.com/acme/app/tree",
    "https://github.com/acme/..",
    "https://github.com/acme/a b",
    "https://",
    "ext::sh -c whatever",
    "",
  ])("%s: none of a forge", (url) => {
    expect(parseRemote(url)).toBeUndefined();
  });
});

describe("the API of a remote, and the token for it", () => {
  const url = "https://github.com/acme/app.git";
  const enterprise = "https://git.corp.example/acme/app.git";
  const both = { GITHUB_TOKEN: "general", GITHUB_ENTERPRISE_TOKEN: "corp" };

  test("github.com and ghe.com: their own API, GH_TOKEN before GITHUB_TOKEN, an empty one is none", () => {
    expect(forgePlace(url, {})).toEqual({ owner: "acme", name: "app", apiUrl: "https://api.github.com" });
    expect(forgePlace(url, { GH_TOKEN: "a", GITHUB_TOKEN: "b" })?.token).toBe("a");
    expect(forgePlace(url, { GH_TOKEN: " ", GITHUB_TOKEN: "b\n" })?.token).toBe("b");
    expect(forgePlace("https://acme.ghe.com/acme/app", both)).toMatchObject({
      apiUrl: "https://api.acme.ghe.com",
      token: "general",
    });
  });

  test("host that nothing says is a GitHub: asked with no token, since it is not asked", () => {
    expect(forgePlace(enterprise, both)).toBeUndefined();
    expect(forgePlace("https://github.com.evil.example/acme/app", both)).toBeUndefined();
    expect(forgePlace("https://notgithub.com/acme/app", both)).toBeUndefined();
  });

  test("Enterprise server that GH_HOST names: its API, and its token alone", () => {
    const place = forgePlace(enterprise, { ...both, GH_HOST: "git.corp.example" });
    expect(place).toMatchObject({ apiUrl: "https://git.corp.example/api/v3", token: "corp" });
    const general = { GITHUB_TOKEN: "general", GH_HOST: "git.corp.example" };
    expect(forgePlace(enterprise, general)?.token).toBeUndefined();
  });

  test("GITHUB_API_URL: that address, unless GITHUB_SERVER_URL says that it is another server's", () => {
    const api = { GITHUB_API_URL: "https://git.corp.example/api/v3/", GITHUB_TOKEN: "general" };
    expect(forgePlace(enterprise, api)).toMatchObject({
      apiUrl: "https://git.corp.example/api/v3",
      token: "general",
    });
    const runner = { ...api, GITHUB_SERVER_URL: "https://git.corp.example" };
    expect(forgePlace(enterprise, runner)?.token).toBe("general");
    expect(forgePlace(url, runner)?.apiUrl).toBe("https://api.github.com");
  });

  test("address that is none, has a password, or is unprotected; token of several lines: refused, not shown", () => {
    for (const GITHUB_API_URL of [
      "nonsense",
      "ftp://a.example",
      "http://a.example",
      "https://me:pw@a.example",
    ])
      expect(() => forgePlace(url, { GITHUB_API_URL })).toThrow(/^GITHUB_API_URL is (no address|http)/);
    expect(() => forgePlace(url, { GITHUB_TOKEN: "sec\nret" })).toThrow("GITHUB_TOKEN holds no token.");
  });
});
