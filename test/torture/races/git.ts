import { execFile } from "node:child_process";

/** Runs plain git, as a person would. @throws when it ends with another code than 0 */
export function git(cwd: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("git", args, { cwd, maxBuffer: 64 * 1024 * 1024, encoding: "utf8" }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`git ${args.join(" ")}: ${stderr}`, { cause: error }));
    });
  });
}

export const lines = (text: string): string[] => text.split("\n").filter(Boolean);
