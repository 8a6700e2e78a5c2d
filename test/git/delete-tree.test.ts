import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deletion, mountPoints } from "../../src/git/delete-tree.js";
import { createTempDir } from "../support/repo.js";

test("stopped in between: what was told last is still there, and a second time goes on", () => {
  const top = join(createTempDir(), "top");
  mkdirSync(join(top, "inner"), { recursive: true });
  writeFileSync(join(top, "inner", "file"), "");
  const steps = deletion(top);
  expect([steps.next(), steps.next()].map(({ value }) => String(value))).toEqual([
    join(top, "inner"),
    join(top, "inner", "file"),
  ]);
  expect(existsSync(join(top, "inner", "file"))).toBe(true);
  expect([...deletion(top)]).toHaveLength(2);
  expect(existsSync(top)).toBe(false);
  expect(deletion(top).next()).toEqual({ done: true, value: undefined });
});

test("a directory that became a link after it was listed: the link goes, what it leads to stays", () => {
  const directory = createTempDir();
  const [top, outside] = [join(directory, "top"), join(directory, "outside")];
  for (const one of [join(top, "inner"), outside]) mkdirSync(one, { recursive: true });
  writeFileSync(join(outside, "file"), "");
  const steps = deletion(top);
  expect(String(steps.next().value)).toBe(join(top, "inner"));
  const [inner] = [join(top, "inner")];
  [...deletion(inner)];
  symlinkSync(outside, inner);
  expect(steps.next()).toEqual({ done: true, value: undefined });
  expect([existsSync(top), existsSync(join(outside, "file"))]).toEqual([false, true]);
});

test("mount points below a directory: white space in octal, none beside it, not the directory itself", () => {
  const table = [
    "22 1 254:0 / / rw,relatime - ext4 /dev/vda rw",
    "50 22 254:0 /data /srv/trash/d1-0/with\\040space rw - ext4 /dev/vda rw",
    "51 22 254:0 /data /srv/trash/d1-0 rw - ext4 /dev/vda rw",
    "52 22 254:0 /data /srv/trash/d1-01/x rw - ext4 /dev/vda rw",
    "",
  ].join("\n");
  expect(mountPoints(table, "/srv/trash/d1-0")).toEqual(["/srv/trash/d1-0/with space"]);
});
