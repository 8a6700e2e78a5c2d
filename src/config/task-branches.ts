import type { Config } from "./schema.js";

/** Whether a branch's name says that it is a task's: `*` stands for any part of a name, `**` for parts with slashes too. */
export const isTaskBranch = ({ taskBranches }: Pick<Config, "taskBranches">, branch: string): boolean =>
  taskBranches.some((pattern) => expressionOf(pattern).test(branch));

function expressionOf(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*|\*|\?)/)
    .map((part) => {
      if (part === "**") return ".*";
      if (part === "*") return "[^/]*";
      if (part === "?") return "[^/]";
      return part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}$`, "su");
}
