import { inputs, pages, payloads } from "./kinds/action.js";
import { manifests } from "./kinds/archives.js";
import { commandLines } from "./kinds/commands.js";
import { configFiles, gitConfig } from "./kinds/config.js";
import { entries, notes } from "./kinds/entries.js";
import { localFiles, observations, pushes } from "./kinds/files.js";
import { agentInputs, guardTexts } from "./kinds/guard.js";
import { formats, objects, porcelain } from "./kinds/porcelain.js";
import { shown } from "./kinds/shown.js";
import { toldFiles } from "./kinds/told.js";
import { trees } from "./kinds/trees.js";
import type { Kind } from "./model.js";

/** Everything that is tried. */
export const kinds: readonly Kind[] = [
  entries,
  notes,
  trees,
  configFiles,
  gitConfig,
  porcelain,
  formats,
  objects,
  payloads,
  inputs,
  pages,
  observations,
  localFiles,
  pushes,
  manifests,
  toldFiles,
  commandLines,
  guardTexts,
  agentInputs,
  shown,
];
