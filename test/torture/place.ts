import { mkdirSync, mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** Linux's name for a filesystem in memory. */
const tmpfs = 0x01021994;
const plenty = 2e9;

/**
 * Where a run has everything temporary: in memory where there is room, or where TMPDIR says. From here on git and Coppice
 * see no configuration but the one that is written here, as in the tests.
 */
export function place(): { readonly scratch: string; readonly remove: () => void } {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("GIT_") || name.startsWith("COPPICE_")) delete process.env[name];
  }
  const scratch = realpathSync(mkdtempSync(join(roomy() ? memory : tmpdir(), "coppice-torture-")));
  const remove = (): void => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  // A run that is interrupted leaves nothing either.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(name, () => {
      remove();
      process.exit(130);
    });
  }
  const [home, temporary] = [join(scratch, "home"), join(scratch, "tmp")];
  for (const directory of [home, temporary]) mkdirSync(directory);
  const config = join(home, "gitconfig");
  writeFileSync(
    config,
    [
      "[user]",
      "\tname = Coppice Test",
      "\temail = test@coppice.invalid",
      "[init]",
      "\tdefaultBranch = main",
      '[protocol "file"]',
      "\tallow = always",
      "[gc]",
      "\tauto = 0",
      "[maintenance]",
      "\tauto = false",
      "",
    ].join("\n"),
  );
  Object.assign(process.env, {
    GIT_CONFIG_GLOBAL: config,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    TMPDIR: temporary,
    TZ: "UTC",
    LC_ALL: "C",
    NO_COLOR: "1",
  });
  // Reading certificates is three quarters of a start of Node's, and nothing here leaves 127.0.0.1.
  for (const name of ["NODE_EXTRA_CA_CERTS", "NODE_OPTIONS", "FORCE_COLOR"]) delete process.env[name];
  return { scratch, remove };
}

function roomy(): boolean {
  if ((process.env.TMPDIR ?? "") !== "") return false;
  try {
    const { type, bavail, bsize } = statfsSync(memory);
    return type === tmpfs && bavail * bsize > plenty;
  } catch {
    return false;
  }
}
