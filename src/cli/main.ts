#!/usr/bin/env node
import { commandLine } from "./command-line.js";

// The command line from its modules; a built Coppice starts with start.ts.
await commandLine();
