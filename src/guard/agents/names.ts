/** The agents' names, for the command line, which loads no more than that. */
export const agentNames = ["claude-code"] as const;
