#!/usr/bin/env node
import { Command } from "commander";
import { VERSION } from "../version.js";

await new Command("coppice").version(VERSION).parseAsync();
