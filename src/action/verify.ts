import type { ConfigInput } from "../config/load.js";
import type { HostedRun } from "../engine/hosted/model.js";
import type { ActionInputs, Verify } from "./inputs.js";

/** The inputs as a layer over base's config file, a command to verify with among them. */
export const configInputs = ({ config, verify }: ActionInputs): ConfigInput =>
  verify.kind === "command" ? { ...config, merge: { ...config.merge, verify: verify.command } } : config;

/** A laptop's `merge.verify` runs task code: beside a token that may write only where the workflow file says so. */
export function withVerify(run: HostedRun, { kind }: Verify): HostedRun {
  if (kind !== "off") return run;
  const { config, commands } = run.engine;
  const { verify: _, ...merge } = config.merge;
  return {
    ...run,
    engine: {
      ...run.engine,
      config: { ...config, merge },
      commands: commands.filter(({ key }) => key !== "merge.verify"),
    },
  };
}
