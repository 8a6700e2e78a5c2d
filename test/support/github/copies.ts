import { cpSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { createTempDir } from "../repo.js";
import { sharedDirectory } from "../temporary.js";
import { type Hosted, hosted } from "./rig.js";
import type { FakeGitHub } from "./server.js";

const copy = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, preserveTimestamps: true });

/**
 * Something hosted that is built once for a test file. Each test finds it as it was built, at the same place and under
 * the same name, so that nothing in it that names a directory has to change. Call it at the top of the file.
 * @param build what only the forge knows, such as pull requests, it must not make
 */
export function prepared<T>(
  fake: { readonly server: FakeGitHub },
  build: (host: Hosted) => Promise<T>,
): () => Promise<{ readonly host: Hosted; readonly made: T }> {
  let first: { readonly host: Hosted; readonly made: T; readonly kept: string } | undefined;
  afterAll(() => {
    if (first !== undefined) rmSync(first.kept, { recursive: true, force: true });
  });
  return async () => {
    if (first === undefined) {
      const host = await hosted(fake.server);
      const made = await build(host);
      const kept = sharedDirectory("coppice-prepared-");
      first = { host, made, kept };
      copy(host.clone.dir, join(kept, "clone"));
      copy(host.repository.bare.dir, join(kept, "bare"));
      return { host, made };
    }
    const { host, made, kept } = first;
    const { clone } = host;
    const { owner, name, bare } = host.repository;
    for (const dir of [clone.dir, bare.dir])
      onTestFinished(() => rmSync(dirname(dir), { recursive: true, force: true, maxRetries: 3 }));
    copy(join(kept, "clone"), clone.dir);
    copy(join(kept, "bare"), bare.dir);
    const repository = await fake.server.add({ owner, name, dir: bare.dir });
    onTestFinished(() => fake.server.remove(repository));
    return { host: { clone, repository }, made };
  };
}

const pristine = new Map<string, Promise<string>>();

/**
 * A copy, of this test alone, of a directory that is made once for what its key names.
 * @param make fills a directory that is not there yet
 */
export async function copied(
  key: string,
  name: string,
  make: (dir: string) => Promise<void>,
): Promise<string> {
  const known = pristine.get(key) ?? original(make);
  pristine.set(key, known);
  // What went wrong once is no answer for others.
  known.catch(() => pristine.delete(key));
  const dir = join(createTempDir(), name);
  copy(await known, dir);
  return dir;
}

async function original(make: (dir: string) => Promise<void>): Promise<string> {
  const dir = join(sharedDirectory("coppice-copies-"), "made");
  await make(dir);
  return dir;
}
