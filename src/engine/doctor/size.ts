import { type DoctorView, type Finding, subjectAt } from "./model.js";

/** git itself tidies up above 6,700 loose objects and 50 packs, where nobody has switched that off. */
const mostLoose = 10_000;
const mostPacks = 60;

/** A journal's commit is four small files until git packs them: how large the object store has become. */
export async function checkSize({ engine }: DoctorView): Promise<Finding[]> {
  const { repo } = engine;
  const text = await repo.git.text(repo.commonDir, ["count-objects", "-v"]);
  const value = (name: string): number => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(text)?.[1] ?? "0");
  const [loose, packs, kilobytes] = [value("count"), value("packs"), value("size")];
  if (loose <= mostLoose && packs <= mostPacks) return [];
  return [
    {
      code: "objects-not-packed",
      severity: "note",
      subject: subjectAt(repo.commonDir),
      message: `The repository has ${loose} loose objects (${Math.round(kilobytes / 1024)} MB) and ${packs} packs: it takes more room and time than it has to.`,
      suggestedAction:
        "git maintenance run packs them, git maintenance start does so regularly; the journals' history stays whole.",
      evidence: { loose, packs, kilobytes },
    },
  ];
}
