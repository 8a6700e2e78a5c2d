import type { CommandModule } from "../command.js";
import { type Candidate, complete, type Lookups } from "../completion/candidates.js";
import type { Cli } from "../context.js";
import { visible } from "../render/visible.js";

/** States in which a command can do something; the others take a worktree in any state. */
const useful: Readonly<Record<string, readonly string[]>> = {
  resolve: ["conflict"],
  abort: ["conflict", "merging"],
  retry: ["error"],
  run: ["active", "dirty", "error"],
};

/** The commands that do something with the home workspace; one of another clone has the same name. */
const takesHome: ReadonlySet<string> = new Set(["show", "log", "remove"]);

/** Answers a completion script. Whatever goes wrong, a person who types must not see it. */
export const run: CommandModule["run"] = async (cli, args) => {
  try {
    const answer = await complete(args, cli.frame.commands, lookups(cli));
    if ("shell" in answer) cli.io.stdout.write(`:${answer.shell}\n`);
    else cli.io.stdout.write(answer.candidates.map(line).join(""));
  } catch {
    return 1;
  }
  return 0;
};

const line = ({ value, description }: Candidate): string =>
  description === undefined ? `${value}\n` : `${value}\t${visible(description)}\n`;

function lookups(cli: Cli): Lookups {
  return {
    worktrees: (command) =>
      command === "restore"
        ? archived(cli)
        : cli.engine(async (engine) => {
            const states = useful[command];
            const records = [...(await engine.journal.records()).values()];
            return records
              .filter(
                ({ type, owner }) =>
                  type === "worktree" || (takesHome.has(command) && owner === engine.clone),
              )
              .filter(({ status }) => (states === undefined ? status !== "removed" : states.includes(status)))
              .filter(({ lock }) => command !== "unlock" || lock !== null)
              .map(({ branch, status, title }) => ({ value: branch, description: title ?? status }));
          }),
    branches: () => branchesWhere(cli, () => true),
    roles: () =>
      cli.engine(async (engine) => {
        const { roleNames } = await import("../../engine/roles.js");
        return roleNames(engine).map((value) => ({ value }));
      }),
    newBranches: () => branchesWhere(cli, ({ worktreePath }) => worktreePath === undefined),
  };
}

/** The newest archive of each branch. */
function archived(cli: Cli): Promise<Candidate[]> {
  return cli.engine(async (engine) => {
    const { archiveRefs } = await import("../../engine/archives.js");
    const newest = new Map<string, string>();
    for (const { branch, ref } of await archiveRefs(engine)) {
      if (!newest.has(branch)) newest.set(branch, ref.slice(ref.lastIndexOf("/") + 1));
    }
    return [...newest].map(([value, description]) => ({ value, description }));
  });
}

function branchesWhere(
  cli: Cli,
  keep: (ref: { readonly worktreePath?: string | undefined }) => boolean,
): Promise<Candidate[]> {
  return cli.engine(async ({ repo }) => {
    const { listRefs } = await import("../../git/refs.js");
    const refs = await listRefs(repo, ["refs/heads"]);
    return refs.filter(keep).map(({ name }) => ({ value: name.slice("refs/heads/".length) }));
  });
}
