import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, the longest first: five seconds of a processor and more. What vitest remembers of earlier
 * runs is not there in a fresh clone, and by its size the longest of all would be begun among the last.
 */
const longest = [
  "test/engine/archive-kinds.test.ts",
  "test/journal/concurrency.test.ts",
  "test/engine/hosted/interleaved.test.ts",
  "test/hooks/pre-push.test.ts",
  "test/engine/resolve.test.ts",
  "test/engine/hosted/cycle-races.test.ts",
  "test/engine/hosted/cycle-trouble.test.ts",
  "test/engine/submit.test.ts",
  "test/engine/hosted/prune.test.ts",
  "test/engine/interrupted.test.ts",
  "test/action/run.test.ts",
  "test/scenarios/demo.test.ts",
  "test/workflows/job.test.ts",
  "test/engine/archive-killed.test.ts",
  "test/scenarios/action.test.ts",
  "test/journal/memory.test.ts",
  "test/engine/hosted/cycle.test.ts",
  "test/engine/hosted/take-up.test.ts",
  "test/scenarios/plain-git.test.ts",
  "test/engine/restore.test.ts",
  "test/engine/set.test.ts",
  "test/engine/hosted/hostile.test.ts",
  "test/action/light.test.ts",
  "test/engine/doctor/interrupted.test.ts",
  "test/library/create-coppice.test.ts",
];

/** Begins the long files first, so that none of them ends alone. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const at = longest.indexOf(relative(project.config.root, moduleId).replaceAll("\\", "/"));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
