import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { inputNames, inputTable, inputVariable } from "../src/action/input-table.js";
import { type Bench, environment, inScratch, median, type Row, run, type Suite } from "./support.js";

/** How long the bundled Action needs until its first request has arrived: most of it is Node's own start. */
export const start: Suite = {
  name: "start",
  run: (bench) => inScratch((dir) => measure(bench, dir)),
};

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  bench.say("start: timing");
  const program = join(dirname(bench.cli), "action", "index.js");
  const event = join(dir, "event.json");
  writeFileSync(event, JSON.stringify({ ref: "task/x", ref_type: "branch" }));
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...environment,
    ...Object.fromEntries(inputNames.map((name) => [inputVariable(name), inputTable[name]])),
    [inputVariable("github-token")]: "bench",
    GITHUB_API_URL: `${url}/api/v3`,
    GITHUB_EVENT_NAME: "delete",
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: "acme/bench",
    GITHUB_SERVER_URL: url,
    GITHUB_WORKSPACE: dir,
  };
  const firstRequest = async (): Promise<number> => {
    const started = performance.now();
    const child = spawn(process.execPath, [program], { env, cwd: dir, stdio: "ignore" });
    const [request] = await Promise.race([
      once(server, "request"),
      once(child, "exit").then(() => {
        throw new Error(`${program} ended without a request`);
      }),
    ]);
    const ms = performance.now() - started;
    child.kill("SIGKILL");
    request.destroy();
    return ms;
  };
  const [ours, bare]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < bench.rounds * 3; round += 1) {
      ours.push(await firstRequest());
      bare.push(run(process.execPath, ["-e", "0"]).ms);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return [
    {
      what: "start of the Action until its first request; floor: `node -e 0`",
      ours: median(ours),
      floor: median(bare),
      unit: "ms",
      target: { atMost: 3 },
    },
  ];
}
