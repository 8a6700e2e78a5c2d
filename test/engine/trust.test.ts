import { chmodSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CommandKey } from "../../src/config/commands.js";
import { create } from "../../src/engine/create.js";
import { requireTrust, type TrustPlace, trust, trustedCommands } from "../../src/engine/trust.js";
import { contentOf } from "../../src/engine/trust-content.js";
import { oidSchema } from "../../src/lifecycle/ids.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { failure, withEngine } from "./setup-support.js";

const project = (config: object, files: Readonly<Record<string, string>> = {}): TestRepo =>
  createRepo({ files: { "coppice.config.json": JSON.stringify(config), ...files } });

const init = { setup: { initScript: "./init.sh --fast" } };

/** Whether the keys may run at a place: "yes", or the code of the refusal. */
const check = (repo: TestRepo, keys: readonly CommandKey[], place: TrustPlace): Promise<string> =>
  withEngine(repo.dir, (engine) =>
    requireTrust(engine, keys, place).then(
      () => "yes",
      (error: { code: string }) => error.code,
    ),
  );
const here = (repo: TestRepo): TrustPlace => ({ directory: repo.dir });
const head = (repo: TestRepo): TrustPlace => ({ commit: oidSchema.parse(repo.git("rev-parse", "HEAD")) });

describe("what needs trust", () => {
  test("create with a command of the config file: UNTRUSTED before anything is made; after trust it works", async () => {
    const repo = project({ setup: { initScript: "true" } });
    const error = await failure(withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" })));
    expect(error).toMatchObject({
      code: "UNTRUSTED",
      exitCode: 3,
      details: { commands: ["true"], key: "setup.initScript" },
    });
    expect(error.suggestedAction).toContain("coppice trust");
    expect(repo.git("branch", "--list", "task/a")).toBe("");
    expect(repo.git("worktree", "list", "--porcelain").match(/^worktree /gm)).toHaveLength(1);
    expect(repo.git("for-each-ref", "refs/notes")).toBe("");
    await withEngine(repo.dir, trust);
    const { record } = await withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" }));
    expect(record.status).toBe("active");
  });

  test("git's config of this clone: the person's own, needs none", async () => {
    const repo = createRepo();
    repo.git("config", "coppice.setup.initScript", "true");
    expect(await check(repo, ["setup.initScript"], here(repo))).toBe("yes");
    expect(await withEngine(repo.dir, trustedCommands)).toEqual([]);
  });

  test("no command, or auto and off: nothing to trust", async () => {
    const repo = project({ setup: { install: "off" } });
    expect(await check(repo, ["setup.install", "merge.verify"], here(repo))).toBe("yes");
    expect(await withEngine(repo.dir, trust)).toEqual([]);
  });

  test("one key trusted: another one with the same text is not", async () => {
    const repo = project({ setup: { initScript: "make" } });
    await withEngine(repo.dir, trust);
    repo.write("coppice.config.json", '{"merge": {"verify": "make"}}');
    expect(await check(repo, ["merge.verify"], here(repo))).toBe("UNTRUSTED");
  });
});

describe("what trust is bound to", () => {
  test("the command's very text", async () => {
    const repo = project({ merge: { verify: "npm test" } });
    expect(await withEngine(repo.dir, trust)).toEqual([
      { key: "merge.verify", command: "npm test", files: [], trusted: true },
    ]);
    expect(await check(repo, ["merge.verify"], here(repo))).toBe("yes");
    repo.write("coppice.config.json", '{"merge": {"verify": "npm test; curl evil"}}');
    expect(await check(repo, ["merge.verify"], here(repo))).toBe("UNTRUSTED");
    expect(await withEngine(repo.dir, trustedCommands)).toEqual([
      { key: "merge.verify", command: "npm test; curl evil", files: [], trusted: false },
    ]);
    repo.write("coppice.config.json", '{"merge": {"verify": "npm test"}}');
    expect(await check(repo, ["merge.verify"], here(repo))).toBe("yes");
  });

  test("the script that the command names: in the directory and in the commit where it would run", async () => {
    const repo = project(init, { "init.sh": "echo one\n" });
    expect(await withEngine(repo.dir, trust)).toMatchObject([{ files: ["init.sh"] }]);
    expect(await check(repo, ["setup.initScript"], here(repo))).toBe("yes");
    expect(await check(repo, ["setup.initScript"], head(repo))).toBe("yes");
    repo.write("init.sh", "echo two\n");
    expect(await check(repo, ["setup.initScript"], here(repo))).toBe("UNTRUSTED");
    expect(await check(repo, ["setup.initScript"], head(repo))).toBe("yes");
  });

  test("a branch changed the script: creating on it is refused, trust then looks there", async () => {
    const repo = project(init, { "init.sh": "true\n" });
    chmodSync(join(repo.dir, "init.sh"), 0o755);
    repo.commit("Make it executable");
    repo.git("checkout", "--quiet", "-b", "other");
    repo.write("init.sh", "#!/bin/sh\nexit 0\n");
    repo.git("commit", "--quiet", "-am", "Change the script");
    repo.git("checkout", "--quiet", "main");
    await withEngine(repo.dir, trust);
    const make = () => withEngine(repo.dir, (engine) => create(engine, { branch: "task/a", base: "other" }));
    const error = await failure(make());
    expect(error).toMatchObject({ code: "UNTRUSTED", details: { files: ["init.sh"] } });
    expect(repo.git("branch", "--list", "task/a")).toBe("");
    expect(await withEngine(repo.dir, trust)).toHaveLength(1);
    expect((await make()).record.status).toBe("active");
  });

  test("quoted paths, arguments, interpreters: every named file counts, others do not", async () => {
    const repo = project(
      {
        setup: {
          initScript: `sh 'my scripts/a b.sh' && python3 tools/x.py --in="data.txt" | cat > /dev/null`,
        },
      },
      { "my scripts/a b.sh": "1", "tools/x.py": "2", "data.txt": "3", "other.txt": "4" },
    );
    expect(await withEngine(repo.dir, trust)).toMatchObject([
      { files: ["data.txt", "my scripts/a b.sh", "tools/x.py"] },
    ]);
    repo.write("other.txt", "changed");
    expect(await check(repo, ["setup.initScript"], here(repo))).toBe("yes");
    repo.write("tools/x.py", "changed");
    expect(await check(repo, ["setup.initScript"], here(repo))).toBe("UNTRUSTED");
  });

  test("a file named as shells let one name it: found, whatever quotes, backslashes and variables stand around", async () => {
    const files = [
      "scripts/init.sh",
      "my scripts/a b.sh",
      "a=b.sh",
      "a;b.sh",
      "a\\b.sh",
      "x{y}.sh",
      "a\u00a0b.sh",
    ];
    const repo = createRepo({ files: Object.fromEntries(files.map((file) => [file, "true\n"])) });
    const curly = "$" + "{PWD}";
    const named: Readonly<Record<string, readonly string[]>> = {
      "scripts/init.sh": [
        'sh "scripts"/init.sh',
        "sh scripts\\/init.sh",
        "sh scr\\\nipts/init.sh",
        "sh $PWD/scripts/init.sh",
        "sh $PWD//scripts/init.sh",
        `sh "${curly}/scripts/init.sh"`,
        'sh "$(pwd)"/scripts/init.sh',
        "sh `pwd`/scripts/init.sh",
        "for one in {scripts/init.sh,}; do sh $one; done",
        "make -fscripts/init.sh",
        "env A=b scripts/init.sh",
        "cat<scripts/init.sh|sh",
        "sh new/../scripts/init.sh",
      ],
      "my scripts/a b.sh": [
        'sh "my scripts"/"a b.sh"',
        "sh my\\ scripts/a\\ b.sh",
        'sh "$PWD/my scripts/a b.sh"',
        "sh $PWD/my\\ scripts/'a b'.sh",
        `sh -c 'sh "my scripts"/a\\ b.sh'`,
        'sh -c "sh \\"my scripts\\"/a\\\\ b.sh" more',
        'echo "$(sh "my scripts/a b.sh")"',
      ],
      "a=b.sh": ["sh a=b.sh"],
      "a;b.sh": ["sh a\\;b.sh", "sh 'a;b'.sh"],
      "a\\b.sh": ["sh a\\\\b.sh"],
      "x{y}.sh": ["sh x{y}.sh"],
      "a\u00a0b.sh": ["sh ./a\u00a0b.sh"],
    };
    const found = await withEngine(repo.dir, (engine) =>
      Promise.all(
        Object.values(named)
          .flat()
          .flatMap((command) => [here(repo), head(repo)].map((place) => ({ command, place })))
          .map(async ({ command, place }) => ({
            command,
            files: (await contentOf(engine, { key: "setup.initScript", command, source: "file" }, place))
              .files,
          })),
      ),
    );
    const wanted = Object.entries(named).flatMap(([file, commands]) =>
      commands.flatMap((command) => [
        { command, files: [file] },
        { command, files: [file] },
      ]),
    );
    expect(found).toEqual(wanted);
  });

  test("a command as long as one may be, all of it places where a word could begin: read in a moment", async () => {
    const repo = createRepo();
    for (const part of ["'", '"', "=", "$a/", "\\'", "a/../"]) {
      const command = part.repeat(4096 / part.length);
      const read = withEngine(repo.dir, (engine) =>
        contentOf(engine, { key: "setup.initScript", command, source: "file" }, here(repo)),
      );
      expect((await read).files).toEqual([]);
    }
  });

  test("a command that speaks of the main worktree: its files there count too", async () => {
    const repo = project({ setup: { initScript: "sh $COPPICE_MAIN/init.sh" } }, { "init.sh": "true\n" });
    expect(await withEngine(repo.dir, trust)).toMatchObject([
      { files: ["$COPPICE_MAIN/init.sh", "init.sh"] },
    ]);
    expect(await check(repo, ["setup.initScript"], head(repo))).toBe("yes");
    repo.write("init.sh", "false\n");
    expect(await check(repo, ["setup.initScript"], head(repo))).toBe("UNTRUSTED");
  });

  test("a symbolic link: the link and the file inside that it leads to", async () => {
    const repo = createRepo();
    repo.write("scripts/real.sh", "true\n");
    symlinkSync("scripts/real.sh", join(repo.dir, "init.sh"));
    repo.commit("Add a config", { "coppice.config.json": JSON.stringify(init) });
    expect(await withEngine(repo.dir, trust)).toMatchObject([{ files: ["init.sh", "scripts/real.sh"] }]);
    expect(await check(repo, ["setup.initScript"], head(repo))).toBe("yes");
    repo.write("scripts/real.sh", "false\n");
    expect(await check(repo, ["setup.initScript"], here(repo))).toBe("UNTRUSTED");
  });

  test("links to directories on the way, and `..` behind one: the file that the system would open", async () => {
    const repo = project({ setup: { initScript: "sh link/init.sh; sh deep/../other.sh" } });
    repo.write("scripts/init.sh", "true\n");
    repo.write("scripts/deep/x", "");
    repo.write("scripts/other.sh", "true\n");
    symlinkSync("scripts", join(repo.dir, "link"));
    symlinkSync("link/deep", join(repo.dir, "deep"));
    repo.commit("Add the scripts");
    expect(await withEngine(repo.dir, trust)).toMatchObject([
      { files: ["deep", "link", "scripts/init.sh", "scripts/other.sh"] },
    ]);
    expect(await check(repo, ["setup.initScript"], head(repo))).toBe("yes");
    for (const file of ["scripts/init.sh", "scripts/other.sh"]) {
      const changed = repo.commit("Change a script", { [file]: "false\n" });
      expect(await check(repo, ["setup.initScript"], { commit: oidSchema.parse(changed) })).toBe("UNTRUSTED");
      repo.commit("Put it back", { [file]: "true\n" });
    }
  });

  test("a chain of many links: followed as far as a system follows one", async () => {
    const repo = project({ setup: { initScript: "sh l0" } }, { "real.sh": "true\n" });
    for (let link = 0; link < 30; link += 1) {
      symlinkSync(link === 29 ? "real.sh" : `l${link + 1}`, join(repo.dir, `l${link}`));
    }
    await withEngine(repo.dir, trust);
    expect(await check(repo, ["setup.initScript"], here(repo))).toBe("yes");
    repo.write("real.sh", "false\n");
    expect(await check(repo, ["setup.initScript"], here(repo))).toBe("UNTRUSTED");
  });

  test("paths out of the repository: not read, and the command's text alone is trusted", async () => {
    const repo = project({ setup: { initScript: "/bin/true ../x ./../y '' ." } });
    expect(await withEngine(repo.dir, trust)).toMatchObject([{ files: [] }]);
  });

  test("verify: what it runs comes from the branch, so its files do not count", async () => {
    const repo = project({ merge: { verify: "./check.sh" } }, { "check.sh": "true\n" });
    expect(await withEngine(repo.dir, trust)).toMatchObject([{ files: [] }]);
    repo.write("check.sh", "false\n");
    expect(await check(repo, ["merge.verify"], here(repo))).toBe("yes");
  });
});

describe("where trust is kept", () => {
  test("in the common git directory: shared by its worktrees, not by another clone", async () => {
    const repo = project({ merge: { verify: "true" } });
    repo.git("worktree", "add", "--quiet", "-b", "task/a", "../linked");
    const linked = join(repo.dir, "../linked");
    await withEngine(linked, trust);
    expect(await check(repo, ["merge.verify"], here(repo))).toBe("yes");
    expect(readFileSync(join(repo.dir, ".git/coppice/trust"), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
    const clone = createRepo({ name: "clone" });
    clone.git("pull", "--quiet", "--allow-unrelated-histories", "-X", "theirs", repo.dir, "main");
    expect(await check(clone, ["merge.verify"], here(clone))).toBe("UNTRUSTED");
  });

  test("a damaged file: nothing is trusted, nothing crashes", async () => {
    const repo = project({ merge: { verify: "true" } });
    await withEngine(repo.dir, trust);
    writeFileSync(join(repo.dir, ".git/coppice/trust"), "\0garbage\n");
    writeFileSync(join(repo.dir, ".git/coppice/trust-pending.json"), "{");
    expect(await check(repo, ["merge.verify"], here(repo))).toBe("UNTRUSTED");
    await withEngine(repo.dir, trust);
    expect(await check(repo, ["merge.verify"], here(repo))).toBe("yes");
  });

  test("trust a second time: nothing new", async () => {
    const repo = project({ merge: { verify: "true" }, conflict: { resolver: "r" } });
    expect(await withEngine(repo.dir, trust)).toHaveLength(2);
    expect(await withEngine(repo.dir, trust)).toEqual([]);
    expect((await withEngine(repo.dir, trustedCommands)).map(({ trusted }) => trusted)).toEqual([true, true]);
  });
});
