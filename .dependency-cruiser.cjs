// The rules of docs/architecture.md: imports point downwards only. Type-only imports count too.
const PURE_PACKAGES = "^node_modules/(zod|ts-pattern)/";
const ROOMS = {
  lifecycle: [],
  git: ["lifecycle"],
  journal: ["git", "lifecycle"],
  config: ["git", "lifecycle"],
  forge: ["git", "lifecycle"],
  guard: ["config", "git", "lifecycle"],
  engine: ["journal", "git", "config", "forge", "guard", "lifecycle"],
};
const DOORS = ["cli", "hooks", "action"];
const anyDoor = `^src/(${DOORS.join("|")})/|^src/index\\.ts$`;

/** A room may import itself, the rooms below it, and the version constant. */
const roomRules = Object.entries(ROOMS).map(([room, below]) => ({
  name: `${room}-imports-downwards`,
  comment: `${room} may import ${[room, ...below].join(", ")} of src, nothing above or beside it.`,
  severity: "error",
  from: { path: `^src/${room}/` },
  to: {
    path: "^src/",
    pathNot: `^src/(${[room, ...below].join("|")})/${room === "lifecycle" ? "" : "|^src/version\\.ts$"}`,
  },
}));

const doorRules = DOORS.map((door) => ({
  name: `nothing-imports-${door}`,
  comment: "A door is where a run starts; what two doors share belongs in the engine.",
  severity: "error",
  from: { path: "^src/", pathNot: `^src/${door}/` },
  to: { path: `^src/${door}/` },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    ...doorRules,
    {
      name: "nothing-imports-the-library-entry",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^src/index\\.ts$" },
    },
    {
      name: "only-the-entry-imports-the-library",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(library/|index\\.ts$)" },
      to: { path: "^src/library/" },
    },
    {
      name: "the-library-imports-no-other-door",
      severity: "error",
      from: { path: "^src/library/" },
      to: { path: "^src/(cli|hooks|action)/|^src/index\\.ts$" },
    },
    {
      name: "lifecycle-is-pure",
      comment: "No Node built-in, no npm package but zod and ts-pattern: time and ids arrive inside events.",
      severity: "error",
      from: { path: "^src/lifecycle/" },
      to: { pathNot: `^src/|${PURE_PACKAGES}` },
    },
    {
      name: "hooks-stay-light",
      comment: "A hook runs at every commit; its start-up time and size are budgets.",
      severity: "error",
      from: { path: "^src/hooks/" },
      to: {
        path: "^src/(cli|action|journal/memory)/|^node_modules/(@actions|@octokit|octokit|ink|react|isomorphic-git)/",
        reachable: true,
      },
    },
    {
      name: "one-file-loads-ink",
      comment: "Both are as large as the rest of the command line; what else draws would load them, too.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/cli/watch/screen\\.ts$" },
      to: { path: "^node_modules/(ink|react)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "three-files-start-processes",
      comment:
        "src/git/run.ts starts git, src/engine/process.ts the user's commands, and src/engine/detached.ts Coppice itself, to go on when a command has ended; nobody else.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(git/run|engine/(process|detached))\\.ts$" },
      // The types of a child that was started are anybody's.
      to: { path: "^(node:)?child_process$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "src-needs-no-test",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(test|bench|scripts)/" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, path: "^src/", pathNot: `\\.d\\.ts$|${anyDoor}` },
      to: {},
    },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".js", ".mjs", ".cjs", ".json", ".d.ts"],
    },
  },
};
