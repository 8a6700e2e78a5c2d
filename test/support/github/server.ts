import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Asked } from "./asked.js";
import { Bodies } from "./bodies.js";
import { Contract, type Exchange } from "./contract.js";
import { isGit, serveGit } from "./git-http.js";
import { graphPath, graphql, operationOf } from "./graphql.js";
import { GraphRoot } from "./graphql-root.js";
import { mergeWhatWaits } from "./merging.js";
import { Repository, type RepositoryOptions } from "./repository.js";
import { routes } from "./routes.js";
import { type Account, type Answer, type Permissions, Refusal } from "./state.js";

/** The address of an Enterprise server's API has this path; git has none. */
const prefix = "/api/v3";

/** A failure that a test asks for: it answers instead of the fake, which sees nothing of the request. */
export interface Fault {
  /** Only requests of this method and path, `GET /api/v3/repos/a/b/pulls/1`, `POST /api/graphql Judge`, or all that match. */
  readonly on: RegExp;
  /** How often; default once. */
  times?: number;
  /** How many matching requests pass before. */
  after?: number;
  /** What comes: an answer, the end of the connection without one, or nothing for ever. */
  readonly answer: { status: number; body: string; headers?: Record<string, string> } | "reset" | "silence";
}

export interface Logged {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** GitHub as far as Coppice uses it, on 127.0.0.1, over real bare repositories. */
export class FakeGitHub {
  readonly requests: Logged[] = [];
  /** Where the product or the fake said what GitHub's description does not allow. Tests expect none. */
  readonly violations: string[] = [];
  readonly rate = { limit: 5000, remaining: 5000, reset: Math.floor(Date.now() / 1000) + 3600 };
  /** Runs once, when the next push is received and not yet looked at: what another is faster with. */
  onNextPush: (() => Promise<void>) | undefined;
  readonly #contract = new Contract();
  readonly #repositories: Repository[] = [];
  readonly #accounts = new Map<string, Account>();
  readonly #faults: Fault[] = [];
  readonly #server: Server;
  readonly #bodies: Bodies;

  private constructor(
    server: Server,
    readonly url: string,
  ) {
    this.#server = server;
    this.#bodies = new Bodies(this.apiUrl, url);
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.violations.push(`the fake itself: ${String(error)}`);
        response.statusCode = 500;
        response.end();
      });
    });
  }

  static async start(): Promise<FakeGitHub> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    return new FakeGitHub(server, `http://127.0.0.1:${address.port}`);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get apiUrl(): string {
    return `${this.url}${prefix}`;
  }

  /** What git is given as a remote. */
  gitUrl(repository: Repository): string {
    return `${this.url}/${repository.fullName}.git`;
  }

  /** Takes a bare repository over. */
  async add(options: RepositoryOptions): Promise<Repository> {
    const repository = new Repository(options);
    repository.bare.configure();
    this.#repositories.push(repository);
    return repository;
  }

  /** Forgets a repository, whose directory is about to go. */
  remove(repository: Repository): void {
    this.#repositories.splice(this.#repositories.indexOf(repository) >>> 0, 1);
  }

  /** Makes a token known. */
  token(token: string, permissions: Permissions, more: Partial<Account> = {}): string {
    this.#accounts.set(token, { login: "coppice[bot]", permissions, ...more });
    return token;
  }

  /** Ends all failures that were asked for. */
  heal(): void {
    this.#faults.length = 0;
  }

  fail(fault: Fault): void {
    this.#faults.push(fault);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.url);
    const method = request.method ?? "GET";
    const graph = url.pathname === graphPath ? await bodyOf(request) : undefined;
    const fault = this.#fault(`${method} ${decodeURI(url.pathname)} ${operationOf(graph)}`.trimEnd());
    if (fault !== undefined) return this.#failAs(fault, { method, path: url.pathname }, response);
    if (isGit(url)) {
      await serveGit(this.#gitHost, url, request, response);
      this.requests.push({ method, path: url.pathname, status: response.statusCode });
      return;
    }
    const text = graph ?? (await bodyOf(request));
    const answer = await this.#answer(method, url, request, text).catch((error: unknown) => {
      if (error instanceof Refusal) return error.answer;
      throw error;
    });
    this.requests.push({ method, path: url.pathname, status: answer.status });
    send(response, answer, this.#rateHeaders());
  }

  readonly #gitHost = {
    find: (owner: string, name: string) => this.#find(owner, name),
    account: (token: string) => this.#accounts.get(token),
    beforeReceive: async () => {
      const first = this.onNextPush;
      this.onNextPush = undefined;
      await first?.();
    },
    afterReceive: async () => {
      for (const repository of this.#repositories) await repository.sync();
    },
  };

  #find(owner: string, name: string): Repository | undefined {
    return this.#repositories.find((one) => one.owner === owner && one.name === name);
  }

  async #answer(method: string, url: URL, request: IncomingMessage, text: string): Promise<Answer> {
    const account = this.#authenticate(request);
    if (url.pathname === `${prefix}/rate_limit`) return this.#rateLimit();
    const isGraph = url.pathname === graphPath;
    if (this.rate.remaining === 0) {
      if (isGraph) return { status: 200, body: { errors: [{ type: "RATE_LIMITED", message: exceeded }] } };
      throw limited(account);
    }
    this.rate.remaining -= 1;
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    if (isGraph) {
      if (account === undefined) throw new Refusal(401, "This endpoint requires you to be authenticated.");
      const root = new GraphRoot(this.#repositories, account);
      const answer = await graphql(root, body, (problem) => this.violations.push(problem));
      for (const repository of this.#repositories) await mergeWhatWaits(repository);
      return answer;
    }
    const exchange = this.#contract.match(method, url, prefix);
    if (exchange === undefined) {
      this.violations.push(`${method} ${url.pathname} is not served`);
      throw new Refusal(404, "Not Found");
    }
    this.#complain(exchange, "request", this.#contract.requestProblems(exchange, body));
    const answer = await this.#handle(exchange, account, body).catch((error: unknown) => {
      if (error instanceof Refusal) return error.answer;
      throw error;
    });
    this.#complain(
      exchange,
      "response",
      this.#contract.responseProblems(exchange.route, answer.status, answer.body),
    );
    return answer;
  }

  async #handle(exchange: Exchange, account: Account | undefined, body: unknown): Promise<Answer> {
    if (exchange.route === "GET /user") {
      if (account === undefined) throw new Refusal(401, "Requires authentication");
      return { status: 200, body: this.#bodies.me(account.login) };
    }
    const repository = this.#find(exchange.path.owner ?? "", exchange.path.repo ?? "");
    const seen = account === undefined ? {} : account.permissions;
    // What somebody may not see is not there.
    if (repository === undefined || (repository.private && Object.keys(seen).length === 0))
      throw new Refusal(404, "Not Found");
    const route = routes[exchange.route];
    if (route === undefined) throw new Error(`no handler for ${exchange.route}`);
    const reads = exchange.route.startsWith("GET ");
    if (account === undefined && !reads) throw new Refusal(401, "Requires authentication");
    const open = account === undefined && !repository.private;
    const allowed =
      route.needs === undefined ||
      (open && reads) ||
      route.needs.some(({ permission, access }) => reaches(seen[permission], access));
    if (!allowed) throw forbidden(route.needs ?? []);
    await repository.sync();
    const asked: Asked = {
      repository,
      account: account ?? { login: "ghost", permissions: {} },
      path: exchange.path,
      query: exchange.query,
      body,
      bodies: this.#bodies,
    };
    const answer = await route.handle(asked);
    if (!reads) await mergeWhatWaits(repository);
    return answer;
  }

  #authenticate(request: IncomingMessage): Account | undefined {
    const header = request.headers.authorization;
    if (header === undefined) return undefined;
    const account = this.#accounts.get(header.replace(/^(?:token|bearer) /i, ""));
    if (account === undefined) throw new Refusal(401, "Bad credentials");
    return account;
  }

  #complain({ route }: Exchange, what: string, problems: readonly string[]): void {
    for (const problem of problems.slice(0, 5)) this.violations.push(`${what} of ${route}: ${problem}`);
  }

  #fault(line: string): Fault | undefined {
    for (const fault of this.#faults) {
      if (!fault.on.test(line) || fault.times === 0) continue;
      if ((fault.after ?? 0) > 0) {
        fault.after = (fault.after ?? 0) - 1;
        continue;
      }
      fault.times = (fault.times ?? 1) - 1;
      return fault;
    }
    return undefined;
  }

  #failAs({ answer }: Fault, asked: Pick<Logged, "method" | "path">, response: ServerResponse): void {
    this.requests.push({ ...asked, status: typeof answer === "string" ? 0 : answer.status });
    if (answer === "silence") return;
    if (answer === "reset") {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, {
      "content-type": "application/json; charset=utf-8",
      ...this.#rateHeaders(),
      ...answer.headers,
    });
    response.end(answer.body);
  }

  #rateHeaders(): Record<string, string> {
    const { limit, remaining, reset } = this.rate;
    return {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-used": String(limit - remaining),
      "x-ratelimit-reset": String(reset),
      "x-ratelimit-resource": "core",
    };
  }

  #rateLimit(): Answer {
    const { limit, remaining, reset } = this.rate;
    const core = { limit, remaining, reset, used: limit - remaining };
    return { status: 200, body: { resources: { core, search: core }, rate: core } };
  }
}

const exceeded = "API rate limit exceeded for installation.";

const limited = (account: Account | undefined): Refusal =>
  new Refusal(403, `API rate limit exceeded for ${account === undefined ? "127.0.0.1" : "installation"}.`);

function forbidden(needs: readonly { permission: string; access: string }[]): Refusal {
  const accepted = needs.map(({ permission, access }) => `${permission}=${access}`).join("; ");
  const headers = { "x-accepted-github-permissions": accepted };
  return new Refusal(403, "Resource not accessible by integration", {}, headers);
}

const order = ["none", "read", "write"];
const reaches = (has: string | undefined, wanted: string): boolean =>
  order.indexOf(has ?? "none") >= order.indexOf(wanted);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, answer: Answer, headers: Readonly<Record<string, string>>): void {
  const body = answer.body === undefined ? "" : JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    "content-type": "application/json; charset=utf-8",
    ...headers,
    ...answer.headers,
  });
  response.end(body);
}
