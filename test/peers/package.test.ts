import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createRepo } from "../support/repo.js";
import { sharedDirectory } from "../support/temporary.js";

const root = join(import.meta.dirname, "../..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);

function output(cwd: string, program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { stdout = "", stderr = "" } = error instanceof Error ? { stdout: "", stderr: "", ...error } : {};
    throw new Error(`${[program, ...args].join(" ")}:\n${stdout}${stderr}`, { cause: error });
  }
}

interface Example {
  readonly name: string;
  readonly code: string;
  readonly prints: string;
}

/** The examples of a document, each with what it says that it prints. */
function examplesOf(document: string): Example[] {
  const block = /<!-- example: (.+?) -->\n```ts\n(.*?)```\n<!-- prints: (.*?) -->/gs;
  return [...document.matchAll(block)].map(([, name = "", code = "", prints = ""]) => ({
    name,
    code,
    prints,
  }));
}

const document = readFileSync(join(root, "docs/library.md"), "utf8");
const examples = examplesOf(document);

const project = sharedDirectory("coppice-project-");
const packed = z.array(
  z.object({
    filename: z.string(),
    name: z.string(),
    files: z.array(z.object({ path: z.string() })),
    unpackedSize: z.number(),
  }),
);

/** Packs a package as it would be published. @returns the tarball, and the names of its files */
function pack(directory: string): { readonly tarball: string; readonly paths: readonly string[] } {
  const told: unknown = JSON.parse(
    output(project, "npm", "pack", directory, "--json", "--ignore-scripts", "--pack-destination", project),
  );
  const [only] = packed.parse(told);
  if (only === undefined) throw new Error(`${directory} was not packed`);
  return { tarball: join(project, only.filename), paths: only.files.map(({ path }) => path) };
}

let own: ReturnType<typeof pack>;

// Everything comes from this machine: the packages that a project needs beside Coppice are packed from what is installed.
beforeAll(() => {
  own = pack(root);
  const others = ["zod", "@types/node", "undici-types"].map(
    (name) => [name, pack(join(root, "node_modules", name)).tarball] as const,
  );
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({
      private: true,
      type: "module",
      dependencies: { coppice: `file:${own.tarball}` },
      // A file for each, so that the registry need not be asked.
      overrides: Object.fromEntries(others.map(([name, tarball]) => [name, `file:${tarball}`])),
      devDependencies: Object.fromEntries(others.map(([name, tarball]) => [name, `file:${tarball}`])),
    }),
  );
  output(project, "npm", "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts");
  mkdirSync(join(project, "src"));
  for (const { name, code } of examples) writeFileSync(join(project, "src", `${name}.ts`), code);
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        target: "ES2023",
        module: "NodeNext",
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        types: ["node"],
        rootDir: "src",
        outDir: "out",
      },
      include: ["src"],
    }),
  );
});

describe("the package in a fresh project", () => {
  test("every example of the documentation: compiles under strict, with the declarations checked", () => {
    expect(examples.map(({ name }) => name)).toEqual(["life", "agents", "events", "errors", "lifecycle"]);
    expect(document.match(/```ts/g)?.length).toBe(examples.length);
    output(project, process.execPath, join(root, "node_modules/typescript/bin/tsc"), "-p", ".");
  });

  test.each(examples)("the example $name: runs, and prints what it says", ({ name, prints }) => {
    const repo = createRepo();
    expect(output(repo.dir, process.execPath, join(project, "out", `${name}.js`))).toBe(`${prints}\n`);
    expect(repo.git("fsck", "--strict")).not.toContain("error");
  });

  test("the command line and the schemas: there, and nothing of the sources or tests", () => {
    const repo = createRepo();
    expect(output(repo.dir, join(project, "node_modules/.bin/coppice"), "list")).toContain("no worktrees");
    const schema: unknown = JSON.parse(
      output(
        project,
        process.execPath,
        "--input-type=module",
        "-e",
        `import { createRequire } from "node:module";
         const read = createRequire(import.meta.url);
         console.log(JSON.stringify(read("coppice/schema/show.schema.json")));`,
      ),
    );
    expect(schema).toMatchObject({ title: "coppice show --json", type: "object" });
    expect(own.paths.filter((path) => /^(src|test|bench|scripts|docs)\//.test(path))).toEqual([]);
    for (const path of ["schema/events.schema.json", "dist/types/index.d.ts", "hooks/pre-push", "LICENSE"])
      expect(own.paths).toContain(path);
  });

  test("attw and publint: no problem with the types, the entry points or the files", () => {
    // Both end with an error where there is a problem.
    expect(output(root, bin("attw"), own.tarball, "--profile", "esm-only", "--no-color")).toMatch(
      /node16 \(from ESM\) +│ 🟢/u,
    );
    expect(output(root, bin("publint"), own.tarball, "--strict")).toContain("All good");
  });
});
