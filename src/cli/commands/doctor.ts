import { setFlagsFromString } from "node:v8";
import * as z from "zod/mini";
import { type Diagnosis, doctor } from "../../engine/doctor/doctor.js";
import type { CommandModule } from "../command.js";
import { failureOf } from "../failure.js";
import { flag, readFlags } from "../flags.js";
import { diagnosisText } from "../render/doctor.js";

const flags = z.object({ fix: flag });

/** Tells what is broken; with `--fix` it repairs. Without, nothing at all is written. */
export const run: CommandModule["run"] = async (cli, _args, options) => {
  const { fix } = readFlags(flags, options);
  // Each look reads every journal anew: V8 would rather let what was read before pile up, and give it ever more room,
  // than collect it.
  for (const one of ["--optimize-for-size", "--semi-space-growth-factor=1"]) setFlagsFromString(one);
  const diagnosis = fix
    ? await cli.engine((engine) => doctor(engine, { fix }))
    : await cli.reader((engine) => doctor(engine));
  if (cli.globals.json) cli.json(documentOf(diagnosis, fix));
  else
    for (const line of diagnosisText(diagnosis, { paint: cli.paint, quiet: cli.globals.quiet, fix }))
      cli.print(line);
  return diagnosis.healthy ? 0 : 1;
};

const documentOf = ({ healthy, findings, repaired }: Diagnosis, fix: boolean) => ({
  healthy,
  fix,
  findings: findings.map(({ error, ...finding }) =>
    error === null ? finding : { ...finding, error: failureOf(error) },
  ),
  repaired,
});
