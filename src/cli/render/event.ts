import type { LifecycleEvent } from "../../lifecycle/events.js";
import { plural, short } from "./words.js";

/** What an entry says beyond its type, in a few words; text from outside is not yet made visible. */
export function eventText(event: LifecycleEvent): string {
  switch (event.type) {
    case "CREATE":
      return words(
        event.branch,
        event.base === null ? "" : `from ${event.base}`,
        event.adopted === true ? "(adopted)" : "",
        event.task ?? "",
        event.title === undefined ? "" : quoted(event.title),
      );
    case "INIT_COMPLETE":
      return words(
        event.mergeOid === undefined ? "" : `merged as ${short(event.mergeOid)}`,
        event.sha === undefined
          ? ""
          : `${event.mergeOid === undefined ? "commit" : "from"} ${short(event.sha)}`,
        done(event),
      );
    case "MODIFY":
      return `${plural(event.total, "file")}: ${few(event.filesChanged, event.total)}`;
    case "COMMIT":
      return words(quoted(event.message), event.author === undefined ? "" : `by ${event.author}`);
    case "MERGE":
    case "REQUEST":
      return words(
        `${short(event.headOid)} into ${event.target}`,
        event.keep === true ? `(${event.strategy}, keep)` : `(${event.strategy})`,
      );
    case "RESOLVE_CONFLICT":
      return words(event.resolution, event.files === undefined ? "" : few(event.files, event.files.length));
    case "ABORT_MERGE":
    case "WITHDRAW":
    case "LOCK":
    case "UNLOCK":
      return event.reason ?? "";
    case "REMOVE":
      return words(
        event.force ? "force" : "",
        event.discard === true ? "discard" : "",
        event.pruneBranch ? "" : "keep branch",
      );
    case "PRUNE":
      return event.reason;
    case "ERROR":
      return `${event.code} in ${event.operation}: ${event.message}`;
    case "RETRY":
      return words(event.operation, event.run ? "" : "(only back)");
    case "LANDED":
      return words(`in ${event.target}`, `at ${short(event.headOid)}`, `by ${event.evidence}`);
    case "PR":
      return `#${event.number} ${event.state} ${quoted(event.title)}`;
    case "INIT_SCRIPT":
      return words(event.status, event.error ?? "");
    case "HEAD":
      return words(
        event.from === undefined ? "" : `${event.from} is now`,
        event.branch,
        `at ${short(event.oid)}`,
      );
    case "OWN":
      return `by clone ${event.clone}`;
    case "TASK":
      return words(event.id, event.status, event.title === undefined ? "" : quoted(event.title));
    case "STALE":
      return `since ${event.lastActivity}`;
    case "LEASE":
      return `until ${event.until}`;
    case "DISCARD":
    case "RELEASE":
      return "";
  }
}

const words = (...parts: string[]): string => parts.filter((part) => part !== "").join(" ");

/** The first line of a text, in quotes. */
const quoted = (text: string): string => `"${text.split("\n")[0] ?? ""}"`;

const NAMED_FILES = 3;

function few(files: readonly string[], total: number): string {
  const named = files.slice(0, NAMED_FILES).join(", ");
  return total > NAMED_FILES ? `${named} and ${total - NAMED_FILES} more` : named;
}

function done(event: Extract<LifecycleEvent, { type: "INIT_COMPLETE" }>): string {
  const steps = [
    event.envCopied === true ? "env files copied" : "",
    event.depsInstalled === true ? "dependencies installed" : "",
    event.initScriptRun === true ? "init script run" : "",
  ];
  return steps.filter((step) => step !== "").join(", ");
}
