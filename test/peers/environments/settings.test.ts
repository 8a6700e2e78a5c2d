import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { asProcess, inProcess, life } from "../../environments/life.js";
import { createRepo } from "../../support/repo.js";

const config = `
[color]
	ui = always
[column]
	ui = always
[core]
	abbrev = 4
	autocrlf = input
	editor = false
	fileMode = false
	hooksPath = /nonexistent/hooks
	pager = false
	precomposeUnicode = true
	quotePath = true
	splitIndex = true
	untrackedCache = true
[commit]
	gpgSign = true
[gpg]
	program = /bin/false
[gc]
	auto = 1
	autoDetach = false
[index]
	version = 4
[status]
	short = true
	showUntrackedFiles = no
[diff]
	noprefix = true
	external = false
[log]
	showSignature = true
[merge]
	ff = only
	renames = false
[push]
	default = nothing
[fetch]
	prune = true
`;

test("a configuration that changes much of what git does, and names in decomposed Unicode with quotes: a whole life", async () => {
  const repo = createRepo();
  writeFileSync(join(dirname(repo.dir), "settings"), config);
  repo.git("config", "include.path", "../../settings");
  await life({ repo, cli: inProcess, name: (plain) => `u\u0308 \u00fc "${plain}" é` });
});

test("another repository's variables, a foreign locale and time zone, no home, traces, a narrow umask: a whole life", async () => {
  const repo = createRepo();
  const elsewhere = join(dirname(repo.dir), "elsewhere");
  mkdirSync(elsewhere);
  repo.git("config", "user.name", "Coppice Test");
  repo.git("config", "user.email", "test@coppice.invalid");
  const { PATH } = process.env;
  const env = {
    PATH,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_DIR: elsewhere,
    GIT_WORK_TREE: elsewhere,
    GIT_INDEX_FILE: join(elsewhere, "index"),
    GIT_OBJECT_DIRECTORY: join(elsewhere, "objects"),
    GIT_CONFIG_PARAMETERS: "'core.bare'='true'",
    GIT_NAMESPACE: "other",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_EXTERNAL_DIFF: "false",
    GIT_EDITOR: "false",
    GIT_TRACE: "1",
    LC_ALL: "tr_TR.UTF-8",
    LANGUAGE: "de:fr",
    TZ: "Pacific/Chatham",
    XDG_CONFIG_HOME: "relative",
  };
  await life({ repo, cli: asProcess(env, ["sh", "-c", 'umask 077; exec "$@"', "sh"]) });
});
