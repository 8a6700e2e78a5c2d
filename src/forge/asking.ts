import { RequestError } from "@octokit/request-error";
import * as z from "zod/mini";
import type { Client } from "./client.js";
import { forbidsPulls, forgeError, type Question, sentence } from "./failures.js";
import type { ForgePlace } from "./place.js";

export interface HostedOptions {
  /** Ends what is being asked. */
  readonly signal: AbortSignal;
  /** Name of the workflow that runs this (`GITHUB_WORKFLOW`): its own check runs are no judgement. */
  readonly workflow?: string | undefined;
  /** Milliseconds for one request. Default 30 seconds. */
  readonly timeoutMs?: number;
  /** Milliseconds that GitHub's limits may take in all requests together. Default 60 seconds. */
  readonly patienceMs?: number;
  /** Waits so many milliseconds. Default: by the clock, until it is interrupted. */
  readonly pause?: (ms: number) => Promise<void>;
  /**
   * Whether writes are spread over time, as GitHub wants it: one a second, one in three seconds where somebody is
   * notified. Default: everywhere but on this machine.
   */
  readonly paced?: boolean;
  /** Sends the requests: `beginOpenPulls` gives one that has begun. Default Node's own. */
  readonly fetch?: typeof fetch | undefined;
}

/** The same, and how a person is served who waits at a terminal. */
export interface AskingOptions extends HostedOptions {
  /** How often a request is sent again after a failure of the server or the network. Default twice. */
  readonly retries?: number;
  /** Whether a person asks and no workflow. */
  readonly person?: boolean;
}

interface Answer {
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
}
type Request = (client: Client) => Promise<Answer>;
type PageRequest = (
  client: Client,
  page: { readonly per_page: 100; readonly page: number },
) => Promise<Answer>;

/** An answer that is no success but means something to who asked. */
export interface Refused {
  readonly status: number;
  /** GitHub's words, at most 300 characters. */
  readonly reason: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Number of the last page, as far as GitHub says now; undefined: this is it. */
  readonly last: number | undefined;
  readonly more: boolean;
}

/** What a part of a GraphQL answer lacks. */
export interface GraphProblem {
  readonly type: string;
  readonly message: string;
  /** Where in the answer: `["repository", "c0"]`. */
  readonly path: readonly (string | number)[];
}

const defaultTimeoutMs = 30_000;
const defaultPatienceMs = 60_000;
const defaultRetries = 2;
/** No repository has so many pages that this is not an endless loop. */
const mostPages = 1000;

const graphAnswer = z.object({
  data: z.optional(z.nullable(z.unknown())),
  errors: z.optional(
    z.array(
      z.object({
        type: z._default(z.string(), ""),
        message: z.string(),
        path: z._default(z.array(z.union([z.string(), z.number()])), []),
      }),
    ),
  ),
});

/** Sends what is asked of one repository, and reads the answers: what does not parse is an error, never half a list. */
export class Asking {
  readonly place: ForgePlace;
  readonly signal: AbortSignal;
  readonly workflow: string | undefined;
  /** As parameters of every request. */
  readonly repo: { readonly owner: string; readonly repo: string };
  requests = 0;
  readonly #options: AskingOptions;
  readonly #forget: (() => void)[] = [];
  #client: Promise<Client> | undefined;

  constructor(place: ForgePlace, options: AskingOptions) {
    this.place = place;
    this.signal = options.signal;
    this.workflow = options.workflow;
    this.repo = { owner: place.owner, repo: place.name };
    this.#options = options;
  }

  get repository(): string {
    return `${this.place.owner}/${this.place.name}`;
  }

  /** Sends it and reads the answer. */
  async ask<T extends z.ZodMiniType>(question: Question, answer: T, request: Request): Promise<z.output<T>> {
    try {
      return answer.parse((await request(await this.#open())).data);
    } catch (error) {
      throw this.#failed(error, question);
    }
  }

  /** The same, where some refusals are an answer too. */
  async attempt<T extends z.ZodMiniType>(
    question: Question,
    statuses: readonly number[],
    answer: T,
    request: Request,
  ): Promise<{ readonly data: z.output<T> } | { readonly refused: Refused }> {
    try {
      return { data: answer.parse((await request(await this.#open())).data) };
    } catch (error) {
      if (!(error instanceof RequestError) || error.response === undefined)
        throw this.#failed(error, question);
      const reason = sentence(error.response.data, this.place.token);
      if (!statuses.includes(error.status) || forbidsPulls(reason)) throw this.#failed(error, question);
      return { refused: { status: error.status, reason } };
    }
  }

  /**
   * A whole list. The first page is read, then the others from the last to the second, then the first again: when
   * something leaves the list meanwhile, what follows moves forward, and is then met twice instead of never.
   */
  async list<T>(question: Question, item: z.ZodMiniType<T>, request: PageRequest): Promise<readonly T[]> {
    const first = await this.page(question, item, request, 1);
    if (!first.more) return first.items;
    const pages: (readonly T[])[] = [];
    let last = first.last ?? 2;
    for (let number = 2; number <= last && number <= mostPages; number += 1) {
      const at = last - number + 2;
      const page = await this.page(question, item, request, at);
      // It grew meanwhile; what is new at its end is newer than the question.
      if (first.last === undefined && page.more && at === last) last += 1;
      pages.unshift(page.items);
    }
    const again = await this.page(question, item, request, 1);
    return [...first.items, ...again.items, ...pages.flat()];
  }

  /** One page of a hundred. */
  async page<T>(
    question: Question,
    item: z.ZodMiniType<T>,
    request: PageRequest,
    number: number,
  ): Promise<Page<T>> {
    try {
      const { data, headers } = await request(await this.#open(), { per_page: 100, page: number });
      const items = z.array(item).parse(data);
      const link = String(headers.link ?? "");
      const more = /rel="next"/.test(link);
      if (items.length === 0 && more) throw new Error("an empty page in the middle");
      const last = /[?&]page=(\d+)[^>]*>; *rel="last"/.exec(link)?.[1];
      return { items, more, last: last === undefined ? undefined : Number(last) };
    } catch (error) {
      throw this.#failed(error, question);
    }
  }

  /**
   * Asks by GraphQL.
   * @returns with `data` what could be read, with `problems` what could not: some of it is there all the same
   */
  async graph<T extends z.ZodMiniType>(
    question: Question,
    answer: T,
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
  ): Promise<{ readonly data: z.output<T> | undefined; readonly problems: readonly GraphProblem[] }> {
    const { data, problems } = await this.#graph(question, query, variables);
    if (data === undefined && problems.length > 0) return { data, problems };
    return { data: this.#read(question, answer, data), problems };
  }

  /** The same where nothing may be missing. */
  async graphWhole<T extends z.ZodMiniType>(
    question: Question,
    answer: T,
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
  ): Promise<z.output<T>> {
    const { data, problems } = await this.#graph(question, query, variables);
    const problem = problems[0];
    if (problem !== undefined) throw this.problem(problem, question);
    return this.#read(question, answer, data);
  }

  async #graph(question: Question, query: string, variables: Readonly<Record<string, unknown>>) {
    const url = graphUrl(this.place.apiUrl);
    const { data, errors = [] } = await this.ask(question, graphAnswer, (client) =>
      client.request({ method: "POST", url, query, variables }),
    );
    const problems: readonly GraphProblem[] = errors.map((problem) => ({
      ...problem,
      message: this.clean(problem.message),
    }));
    return { data: data ?? undefined, problems };
  }

  #read<T extends z.ZodMiniType>(question: Question, answer: T, data: unknown): z.output<T> {
    try {
      return answer.parse(data);
    } catch (error) {
      throw this.#failed(error, question);
    }
  }

  /** The error of the catalogue for a problem that GraphQL tells: it knows types where REST has a status. */
  problem({ type, message }: GraphProblem, question: Question): Error {
    const status = type === "FORBIDDEN" ? 403 : type === "NOT_FOUND" ? 404 : 422;
    const request = { method: "POST", url: this.place.apiUrl, headers: {} } as const;
    const response = { status, url: request.url, headers: {}, data: { message } };
    return this.#failed(new RequestError(message, status, { request, response }), question);
  }

  /**
   * Answers once what is asked twice. What failed is asked again.
   * @param lasting whether it stays as it is through what this forge writes
   */
  once<K, T>(lasting: "lasting" | "until written", read: (key: K) => Promise<T>): (key: K) => Promise<T> {
    const known = new Map<K, Promise<T>>();
    if (lasting === "until written") this.#forget.push(() => known.clear());
    return (key) => {
      const reading = known.get(key) ?? read(key);
      known.set(key, reading);
      reading.catch(() => known.delete(key));
      return reading;
    };
  }

  /** Something was changed: whatever was read of pull requests is read anew. */
  wrote(): void {
    for (const forget of this.#forget) forget();
  }

  /** Text of GitHub without the token, cut to 300 characters. */
  clean(text: string): string {
    return sentence({ message: text }, this.place.token);
  }

  async pause(ms: number): Promise<void> {
    const { pause } = this.#options;
    if (pause !== undefined) return pause(ms);
    const { setTimeout: sleep } = await import("node:timers/promises");
    await sleep(ms, undefined, { signal: this.signal });
  }

  /** Octokit is loaded with the first request: a run that asks nothing does not pay for it. */
  #open(): Promise<Client> {
    this.#client ??= import("./client.js").then(({ clientOf }) =>
      clientOf(this.place, {
        signal: this.signal,
        timeoutMs: this.#options.timeoutMs ?? defaultTimeoutMs,
        limitMs: this.#options.patienceMs ?? defaultPatienceMs,
        retries: this.#options.retries ?? defaultRetries,
        pause: this.#options.pause,
        paced: this.#options.paced ?? !isHere(this.place.apiUrl),
        fetch: this.#options.fetch,
        sending: () => {
          this.requests += 1;
        },
      }),
    );
    return this.#client;
  }

  #failed(error: unknown, question: Question): Error {
    const { place, signal } = this;
    return forgeError(error, { place, signal, workflow: this.#options.person !== true }, question);
  }
}

/** `/graphql` beside the API: on an Enterprise server the API itself is one level down. */
const graphUrl = (apiUrl: string): string => `${apiUrl.replace(/\/v3$/, "")}/graphql`;

const isHere = (apiUrl: string): boolean =>
  ["127.0.0.1", "localhost", "[::1]"].includes(new URL(apiUrl).hostname);
