import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { openRepo } from "../support/repo.js";

/** What the worktrees of these tests have at first. */
export const tracked: Readonly<Record<string, string>> = {
  ".gitattributes": "*.crlf text eol=crlf\n*.auto text=auto\n*.rot filter=rot\n*.id ident\n",
  ".gitignore": "/.env\n/build/\n*.log\n",
  "a.txt": "1\n2\n3\n",
  "b.txt": "one\ntwo\n",
  "c.txt": "x\n",
  "d.txt": "a long enough line to be recognised\n",
  "deep/er/file": "deep\n",
  "deep/other": "other\n",
  "dos.crlf": "one\ntwo\n",
  "either.auto": "one\ntwo\n",
  "expand.id": "$Id$\n",
  "folder/inner/file": "x\n",
  "script.sh": "#!/bin/sh\n",
  "secret.rot": "uryyb\n",
};

/** A worktree that is being changed. */
export interface Site {
  readonly path: string;
  /** A path in it. */
  readonly at: (name: string) => string;
  /** Writes a file, making its folders. */
  readonly write: (name: string, text: string | Buffer) => void;
  readonly git: (...args: string[]) => string;
}

export function siteOf(path: string): Site {
  const at = (name: string): string => join(path, name);
  return {
    path,
    at,
    write: (name, text) => {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), text);
    },
    git: openRepo(path).git,
  };
}

/** What can be changed in a worktree, by what it is called. Each alone is enough for it to be dirty. */
export const kinds: Readonly<Record<string, (site: Site) => void>> = {
  "a staged edit": ({ write, git }) => {
    write("a.txt", "1\nstaged\n3\n");
    git("add", "a.txt");
  },
  "an edit": ({ write }) => write("b.txt", "one\ntwo\nthree\n"),
  "a file with a staged edit and another": ({ write, git }) => {
    write("c.txt", "staged\n");
    git("add", "c.txt");
    write("c.txt", "staged\nand not staged\n");
  },
  "untracked files, an empty one too": ({ write }) => {
    write("new/er/file", "new\n");
    write("empty", "");
  },
  "executable bits, staged and not": ({ at, git, write }) => {
    chmodSync(at("script.sh"), 0o755);
    git("add", "--chmod=+x", "deep/other");
    write("run.sh", "#!/bin/sh\n");
    chmodSync(at("run.sh"), 0o755);
  },
  "symbolic links": ({ at, git }) => {
    rmSync(at("b.txt"));
    symlinkSync("a.txt", at("b.txt"));
    symlinkSync("/nowhere/at/all", at("dangling"));
    symlinkSync("deep", at("to a folder"));
    symlinkSync("..", at("deep/up"));
    symlinkSync("x".repeat(300), at("long"));
    git("add", "long");
  },
  "an edited env file": ({ write }) => {
    write(".env", "TOKEN=edited\n");
    write("touched", "");
  },
  "a file that is only announced": ({ write, git }) => {
    write("announced", "soon\n");
    git("add", "--intent-to-add", "announced");
  },
  "files that git is not to look at": ({ at, write, git }) => {
    git("update-index", "--assume-unchanged", "a.txt");
    git("update-index", "--skip-worktree", "b.txt", "d.txt");
    write("a.txt", "edited behind git's back\n");
    write("b.txt", "this too\n");
    rmSync(at("d.txt"));
  },
  "a sparse checkout": ({ git, write }) => {
    git("sparse-checkout", "set", "--cone", "deep");
    write("deep/new", "new\n");
  },
  "a sparse checkout by patterns": ({ git, write }) => {
    git("sparse-checkout", "set", "--no-cone", "/*", "!/folder/");
    write("a.txt", "edited\n");
  },
  "staged deletions and renames": ({ git }) => {
    git("rm", "--quiet", "a.txt");
    git("mv", "d.txt", "deep/moved.txt");
  },
  "a deletion, and a file no longer tracked": ({ at, git }) => {
    rmSync(at("c.txt"));
    git("rm", "--quiet", "--cached", "b.txt");
  },
  "a file in a folder's place": ({ at, write }) => {
    rmSync(at("folder"), { recursive: true });
    write("folder", "a file\n");
  },
  "a folder in a file's place": ({ at, write, git }) => {
    rmSync(at("c.txt"));
    write("c.txt/new", "in a folder\n");
    rmSync(at("b.txt"));
    write("b.txt/new", "in a folder\n");
    git("add", "--all", "b.txt");
  },
  "odd names": ({ path, write, git }) => {
    for (const name of [
      "new\nline",
      '"quoted"',
      "-n",
      "--all",
      "a\\b",
      "tab\t",
      " spaces ",
      "*?[x]",
      "é😀",
      "e\u0301",
    ])
      write(`odd/${name}`, name);
    write("long/".repeat(20).concat("n".repeat(200)), "long\n");
    git("add", "--sparse", "--", "odd/-n", "odd/new\nline");
    // No UTF-8.
    for (const name of ["l\xe4", "\xff\xfe"])
      writeFileSync(Buffer.concat([Buffer.from(`${path}/odd/`), Buffer.from(name, "latin1")]), name);
  },
  "a file that is larger than what is read at once": ({ at }) =>
    writeFileSync(at("large.bin"), Buffer.alloc(8 * 1024 * 1024 + 1, "0123456789abcdef\r\n")),
  "line ends of all kinds": ({ write, git }) => {
    // git calls this one clean: it has the line ends of the repository, not those of a checkout.
    write("dos.crlf", "one\ntwo\n");
    write("either.auto", "one\r\ntwo\r\n");
    git("add", "--renormalize", "dos.crlf", "either.auto");
    write("mixed.crlf", "one\r\ntwo\nthree\r\n");
  },
  "attributes that have changed": ({ write, git }) => {
    write(".gitattributes", "*.txt text eol=crlf\n");
    git("add", ".gitattributes");
    write("plain.txt", "one\ntwo\n");
  },
  "a filtered file, edited": ({ write }) => write("secret.rot", "hello again\n"),
  "a filtered file, staged": ({ write, git }) => {
    write("new.rot", "hello\n");
    git("add", "new.rot");
    write("expand.id", "$Id$\nmore\n");
  },
  "an ignored file that is tracked": ({ write, git }) => {
    write("kept.log", "log\n");
    git("add", "--force", "--sparse", "kept.log");
    write("kept.log", "log\nmore\n");
  },
  "permissions of all kinds": ({ at, write }) => {
    write("mine", "mine alone\n");
    chmodSync(at("mine"), 0o600);
    chmodSync(at("a.txt"), 0o444);
    write("b.txt", "edited\n");
    chmodSync(at("b.txt"), 0o400);
    chmodSync(at("script.sh"), 0o600);
  },
  "hard links": ({ at, write }) => {
    write("one", "linked\n");
    linkSync(at("one"), at("two"));
    linkSync(at("a.txt"), at("tracked too"));
  },
  "added, then deleted or edited": ({ at, write, git }) => {
    write("gone", "x\n");
    write("edited", "x\n");
    git("add", "gone", "edited");
    rmSync(at("gone"));
    write("edited", "y\n");
  },
  "an entry of the index alone": ({ git }) => {
    const oid = git("rev-parse", "HEAD:a.txt");
    git("update-index", "--add", "--cacheinfo", `100755,${oid},only/in/index`);
  },
  "an index in a shape of its own": ({ write, git }) => {
    git("update-index", "--index-version=4", "--split-index", "--untracked-cache");
    write("a.txt", "staged\n");
    git("add", "a.txt");
    write("untracked", "x\n");
  },
  "a conflict that was resolved": ({ write, git }) => {
    const [ours = "", theirs = ""] = git("rev-parse", "HEAD:a.txt", "HEAD:b.txt").split("\n");
    const blobs = [ours, theirs, git("hash-object", "-w", "--no-filters", ".gitignore")];
    execFileSync("git", ["update-index", "--index-info"], {
      cwd: git("rev-parse", "--show-toplevel"),
      input: `0 ${ours}\tc.txt\n${blobs.map((oid, index) => `100644 ${oid} ${index + 1}\tc.txt\n`).join("")}`,
    });
    write("c.txt", "resolved\n");
    git("add", "c.txt");
  },
  "everything moved about": ({ at, write, git }) => {
    renameSync(at("deep"), at("shallow"));
    git("add", "--all");
    for (const name of readdirSync(at("shallow"))) renameSync(at(`shallow/${name}`), at(name));
    write("deep", "a file now\n");
  },
  "what is said of the branch": ({ git, write }) => {
    const branch = git("symbolic-ref", "--short", "HEAD");
    for (const [name, value] of [
      ["remote", "origin"],
      ["merge", "refs/heads/main"],
      ["pushRemote", "fork"],
      ["rebase", "true"],
      ["description", 'Two lines,\nand a "quote"\n'],
      ["a-tool", "its own"],
    ] as const)
      git("config", `branch.${branch}.${name}`, value);
    write("said", "x\n");
  },
};
