import type { Colors } from "picocolors/types.js";
import type { Diagnosis, Stands } from "../../engine/doctor/doctor.js";
import { several } from "../../lifecycle/refusal.js";
import { visible } from "./visible.js";

export interface DiagnosisOptions {
  readonly paint: Colors;
  readonly quiet: boolean;
  readonly fix: boolean;
}

/** What was repaired and what stands, the worst first, then one line that sums it up. */
export function diagnosisText(
  { findings, repaired }: Diagnosis,
  { paint, quiet, fix }: DiagnosisOptions,
): string[] {
  const lines = quiet
    ? []
    : repaired.map(({ code, done }) => `${paint.green("repaired")}  ${code}: ${visible(done)}`);
  const order = ["broken", "warning", "note"];
  const sorted = [...findings].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  for (const finding of sorted) {
    if (quiet && finding.severity === "note") continue;
    lines.push(`${label(finding, paint)}  ${finding.code}: ${visible(finding.message)}`);
    const reason = finding.error === null ? "" : `not repaired: ${finding.error.message} `;
    lines.push(paint.dim(`          ${visible(reason + finding.suggestedAction)}`));
  }
  if (!quiet) lines.push(summary(findings, fix));
  return lines;
}

function label({ severity }: Stands, paint: Colors): string {
  if (severity === "broken") return paint.red("broken  ");
  return severity === "warning" ? paint.yellow("warning ") : paint.dim("note    ");
}

function summary(findings: readonly Stands[], fix: boolean): string {
  const standing = findings.filter(({ severity }) => severity !== "note");
  if (standing.length === 0) return "nothing is broken";
  const fixable = fix ? 0 : standing.filter((finding) => finding.fixable).length;
  const told = several(standing.length, "finding");
  if (fixable === 0) return fix ? `${told} left for you` : told;
  return `${told}; coppice doctor --fix repairs ${fixable === standing.length ? (fixable === 1 ? "it" : "them") : fixable}`;
}
