import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createGunzip } from "node:zlib";
import { listRefs } from "./ls-refs.js";
import { packet } from "./packets.js";
import type { Repository } from "./repository.js";
import type { Account } from "./state.js";

/** What serving git needs to know of the server. */
export interface GitHost {
  find(owner: string, name: string): Repository | undefined;
  account(token: string): Account | undefined;
  /** Called when a push has been received, before git looks at the refs. */
  beforeReceive(repository: Repository): Promise<void>;
  afterReceive(repository: Repository): Promise<void>;
}

const gitPath = /^\/([^/]+)\/([^/]+?)(?:\.git)?(\/(?:info\/refs|git-upload-pack|git-receive-pack))$/;

/** Whether a request is one of git's. */
export const isGit = (url: URL): boolean => gitPath.test(url.pathname);

/**
 * Serves git over smart HTTP as `git http-backend` does it, with GitHub's answers to tokens. It starts upload-pack and
 * receive-pack itself, and what says nothing but the server's abilities or its refs needs neither: git starts a hundred
 * of them in one test.
 */
export async function serveGit(
  host: GitHost,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, owner = "", name = "", path = ""] = gitPath.exec(url.pathname) ?? [];
  const sent = request.rawHeaders.filter((header, at) => at % 2 === 0 && /^authorization$/i.test(header));
  if (sent.length > 1) return end(response, 400, "Duplicate header: Authorization");
  const repository = host.find(owner, name);
  const account = accountOf(host, request.headers.authorization);
  if (account === "refused") return challenge(response);
  const pushing = path.endsWith("receive-pack") || url.searchParams.get("service") === "git-receive-pack";
  if (repository === undefined) return account === undefined ? challenge(response) : notFound(response);
  if (account === undefined && (pushing || repository.private)) return challenge(response);
  const access = account?.permissions.contents ?? "none";
  if (repository.private && access === "none") return notFound(response);
  if (pushing && access !== "write") {
    const who = account?.login ?? "nobody";
    return end(response, 403, `remote: Permission to ${repository.fullName}.git denied to ${who}.`);
  }
  const receiving = path === "/git-receive-pack";
  if (receiving) await host.beforeReceive(repository);
  const service = receiving || url.searchParams.get("service") === "git-receive-pack" ? "receive" : "upload";
  if (path === "/info/refs") await advertise(repository, account, service, request, response);
  else await answer(repository, account, service, request, response);
  if (receiving) await host.afterReceive(repository);
  response.end();
}

type Service = "upload" | "receive";

const protocolOf = (request: IncomingMessage): string => request.headers["git-protocol"]?.toString() ?? "";

/** What upload-pack can do, which no repository and no push changes, by protocol. */
const abilities = new Map<string, Buffer>();

async function advertise(
  repository: Repository,
  account: Account | undefined,
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const protocol = protocolOf(request);
  const second = /(?:^|:)version=2(?:$|:)/.test(protocol);
  head(response, service, "advertisement");
  if (!second) response.write(`${packet(`# service=git-${service}-pack\n`)}0000`);
  const lasting = second && service === "upload";
  const known = lasting ? abilities.get(protocol) : undefined;
  const written = known ?? (await pack(repository, account, service, request, undefined, () => {}));
  if (lasting) abilities.set(protocol, written);
  response.write(written);
}

/** The answer's body is written and not ended: who pushed may look at once, and must then see what a push changes. */
async function answer(
  repository: Repository,
  account: Account | undefined,
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const packed = request.headers["content-encoding"] === "gzip";
  const body = packed ? request.pipe(createGunzip()) : request;
  const asked: Buffer[] = [];
  for await (const chunk of body) asked.push(Buffer.from(chunk));
  const input = Buffer.concat(asked);
  const listed = service === "upload" ? listRefs(repository.bare, input) : undefined;
  head(response, service, "result");
  if (listed !== undefined) response.write(listed);
  else await pack(repository, account, service, request, input, (chunk) => response.write(chunk));
}

function head(response: ServerResponse, service: Service, what: string): void {
  response.setHeader("Content-Type", `application/x-git-${service}-pack-${what}`);
  response.setHeader("Cache-Control", "no-cache, max-age=0, must-revalidate");
}

/**
 * Runs git upload-pack or receive-pack.
 * @param input what was sent; undefined: it is to tell its abilities
 */
function pack(
  repository: Repository,
  account: Account | undefined,
  service: Service,
  request: IncomingMessage,
  input: Buffer | undefined,
  tell: (chunk: Buffer) => void,
): Promise<Buffer> {
  const args = [
    `${service}-pack`,
    "--stateless-rpc",
    ...(input === undefined ? ["--http-backend-info-refs"] : []),
  ];
  const child = spawn("git", [...args, repository.bare.dir], {
    env: {
      ...process.env,
      GIT_PROTOCOL: protocolOf(request),
      COPPICE_FAKE_WORKFLOWS: account?.permissions.workflows === "write" ? "yes" : "no",
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  // git stops reading where it refuses early.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    const told: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => {
      told.push(chunk);
      tell(chunk);
    });
    child.once("error", reject);
    child.once("close", () => resolve(Buffer.concat(told)));
  });
}

/** Basic with the token as the password, whatever the user's name; as a bearer GitHub takes it too. */
function accountOf(host: GitHost, header: string | undefined): Account | "refused" | undefined {
  if (header === undefined) return undefined;
  const [kind = "", value = ""] = header.split(" ");
  const decoded = Buffer.from(value, "base64").toString();
  const token = kind.toLowerCase() === "basic" ? decoded.slice(decoded.indexOf(":") + 1) : value;
  return host.account(token) ?? "refused";
}

function challenge(response: ServerResponse): void {
  response.setHeader("WWW-Authenticate", 'Basic realm="GitHub"');
  end(response, 401, "Invalid username or token.");
}

const notFound = (response: ServerResponse): void => end(response, 404, "Repository not found.");

function end(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "text/plain");
  response.end(`${text}\n`);
}
