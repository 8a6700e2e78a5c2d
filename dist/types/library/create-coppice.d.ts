import { type CoppiceOptions } from "./calls.js";
import type { Coppice } from "./coppice.js";
/**
 * Coppice on one repository, as an object with the operations of the command line. Nothing is opened yet: that there is
 * no repository is said by the first operation. Any number of instances may work at the same time.
 *
 * @example
 * const coppice = createCoppice({ cwd: "/home/ada/project" });
 * const { path } = await coppice.create({ branch: "task/login" });
 * // ... work in path, commit there ...
 * const [outcome] = await coppice.merge("task/login");
 * await coppice.close();
 */
export declare function createCoppice(options?: CoppiceOptions): Coppice;
