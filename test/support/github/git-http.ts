import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname } from "node:path";
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

/** Serves git over smart HTTP: `git http-backend` on the bare repository, with GitHub's answers to tokens. */
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
  await backend(repository, account, path, url, request, response);
  if (receiving) await host.afterReceive(repository);
  response.end();
}

/** The answer's body is written and not ended: who pushed may look at once, and must then see what a push changes. */
function backend(
  repository: Repository,
  account: Account | undefined,
  path: string,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { dir } = repository.bare;
  const child = spawn("git", ["http-backend"], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: dirname(dir),
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: `${dir.slice(dirname(dir).length)}${path}`,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      ...optional("CONTENT_LENGTH", request.headers["content-length"]),
      ...optional("GIT_PROTOCOL", request.headers["git-protocol"]?.toString()),
      ...optional("REMOTE_USER", account?.login),
      COPPICE_FAKE_WORKFLOWS: account?.permissions.workflows === "write" ? "yes" : "no",
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  request.pipe(child.stdin);
  // git stops reading where it refuses early.
  child.stdin.on("error", () => {});
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    let begun = false;
    child.stdout.on("data", (chunk: Buffer) => {
      if (begun) {
        response.write(chunk);
        return;
      }
      head = Buffer.concat([head, chunk]);
      const at = head.indexOf("\r\n\r\n");
      if (at < 0) return;
      begun = true;
      for (const line of head.subarray(0, at).toString().split("\r\n")) {
        const [name = "", value = ""] = line.split(/: (.*)/s);
        if (name === "Status") response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.write(head.subarray(at + 4));
    });
    child.once("error", reject);
    child.once("close", () => resolve());
  });
}

const optional = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [name]: value };

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
