import type * as z from "zod/mini";
import type { Bodies } from "./bodies.js";
import type { Repository } from "./repository.js";
import type { Access, Account, Answer, Permissions } from "./state.js";

/** What a handler is given: the request is as GitHub's description wants it, and the account may do it. */
export interface Asked {
  readonly repository: Repository;
  readonly account: Account;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly bodies: Bodies;
}

export interface Route {
  /** Any of these is enough. Undefined: it can be asked by everybody who sees the repository. */
  readonly needs?: readonly { readonly permission: keyof Permissions; readonly access: Access }[];
  handle(asked: Asked): Promise<Answer>;
}

/** A page of a list, with the links to the others. */
export function page(items: readonly object[], { query, bodies, repository }: Asked, path: string): Answer {
  const size = Math.min(100, Number(query.per_page ?? "30"));
  const number = Number(query.page ?? "1");
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (to: number, rel: string): string => {
    const search = new URLSearchParams({ ...query, page: String(to) });
    return `<${bodies.repoUrl(repository)}/${path}?${search}>; rel="${rel}"`;
  };
  const links = [
    ...(number > 1 ? [link(number - 1, "prev"), link(1, "first")] : []),
    ...(number < last ? [link(number + 1, "next"), link(last, "last")] : []),
  ];
  return {
    status: 200,
    body: items.slice((number - 1) * size, number * size),
    headers: links.length === 0 ? {} : { link: links.join(", ") },
  };
}

/** Reads the fields that a handler knows; GitHub's description has judged them before. */
export const read = <T extends z.ZodMiniType>(schema: T, body: unknown): z.output<T> =>
  schema.parse(body ?? {});
