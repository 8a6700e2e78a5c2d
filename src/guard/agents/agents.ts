import type { AgentAdapter } from "./agent.js";
import { claudeCode } from "./claude-code.js";

/** Every agent that the guard speaks to. Another one is a file beside these, and a line here. */
export const agents: readonly AgentAdapter[] = [claudeCode];

/** The names of the agents, without what they need: the command line lists them. */
export const agentOf = (name: string): AgentAdapter | undefined =>
  agents.find((agent) => agent.name === name);
