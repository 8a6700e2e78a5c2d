import { onTestFinished } from "vitest";
import { Pace } from "../../../src/engine/hosted/pace.js";
import type { HostedRemote } from "../../../src/engine/hosted/remote.js";
import { openHostedRemote } from "../../../src/engine/hosted/remote-open.js";
import { openRepository, type Repository } from "../../../src/git/repository.js";
import { GitRunner } from "../../../src/git/run.js";
import { branchNameSchema, type Oid, oidSchema } from "../../../src/lifecycle/ids.js";
import type { Hosted } from "../../support/github/rig.js";
import type { FakeGitHub } from "../../support/github/server.js";

export const notesRef = "refs/notes/coppice";
export const branch = (name: string) => branchNameSchema.parse(name);
export const oid = (text: string | undefined): Oid => oidSchema.parse(text);

/** The remote of a clone, as a run opens it; pauses are written down and take no time. */
export async function openRemote(
  server: FakeGitHub,
  { clone, repository }: Hosted,
  token: string | undefined,
  dir = clone.dir,
): Promise<{ remote: HostedRemote; repo: Repository; pauses: number[] }> {
  const repo = await openRepository(dir, new GitRunner());
  onTestFinished(() => repo.close());
  const url = server.gitUrl(repository);
  const configured = [repo.config.get("remote.origin.url") ?? ""];
  const partial = repo.config.bool("remote.origin.promisor") === true;
  repo.git.useTransport({ url, token, remote: "origin", configured, partial });
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    pauses.push(Math.round(ms));
  };
  const signal = new AbortController().signal;
  const pace = new Pace(pause, () => 0);
  const remote = openHostedRemote({ repo, name: "origin", token, notesRef, partial, signal, pause, pace });
  return { remote, repo, pauses };
}
