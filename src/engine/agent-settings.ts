import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { AgentInputError } from "../guard/agents/agent.js";
import { agentOf } from "../guard/agents/agents.js";
import { realTarget } from "../guard/places.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { systemError } from "../lifecycle/system-errors.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import { writeBytes } from "./marked-block.js";

export interface AgentSettings {
  readonly outcome: "made" | "kept" | "none";
  /** The settings file, relative to the worktree; or why there is none. */
  readonly detail: string;
}

/**
 * Makes an agent ask the guard before it uses a tool: an entry in its settings in the worktree that the command runs in.
 * Idempotent; everything else in the settings stays as it is.
 * @throws CONFIG_INVALID where the settings cannot be read (they stay as they are), PERMISSION_DENIED, READONLY_FS
 */
export function writeAgentSettings({ repo }: Engine, name: string): AgentSettings {
  const agent = agentOf(name);
  if (agent === undefined) throw new Error(`no agent is called ${name}`);
  const root = repo.worktree ?? repo.mainWorktree;
  if (root === undefined) return { outcome: "none", detail: "a bare repository has no settings of an agent" };
  const file = realTarget(join(root, agent.settingsFile));
  // A copy of the project's own works in every worktree that has its packages, without one on the PATH.
  const isLocal = existsSync(join(root, "node_modules", ".bin", "coppice"));
  const command = `${isLocal ? agent.localProgram : ""}coppice guard --agent ${agent.name}`;
  try {
    const text = agent.addSettings(textOf(file), command);
    if (text === undefined) return { outcome: "kept", detail: agent.settingsFile };
    mkdirSync(dirname(file), { recursive: true });
    writeBytes(file, Buffer.from(text, "utf8").toString("latin1"));
    return { outcome: "made", detail: agent.settingsFile };
  } catch (error) {
    if (error instanceof AgentInputError) {
      throw new CoppiceError(
        "CONFIG_INVALID",
        `${agent.settingsFile}: ${error.message}. It was left as it is.`,
        {
          details: { file: agent.settingsFile, reason: error.message },
          suggestedAction: "Mend the file, then run coppice init again.",
        },
      );
    }
    throw systemError(error, `write ${agent.settingsFile}`) ?? error;
  }
}

function textOf(file: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    if (error instanceof TypeError) throw new AgentInputError("the settings are no text in UTF-8");
    throw error;
  }
}
