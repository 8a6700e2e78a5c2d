/** The agents' names, for the command line, which loads no more than that. */
export declare const agentNames: readonly ["claude-code"];
