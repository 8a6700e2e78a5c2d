import type { ListRow } from "../../engine/list.js";
import { visible } from "../render/visible.js";
import { localTime, plural } from "../render/words.js";
import type { Look } from "./model.js";

type Facts = Pick<Look, "rows" | "conflicts" | "now">;

/** What has changed between two looks: one line for each worktree of which there is something to tell. */
export function changesBetween(before: Facts, after: Facts): readonly string[] {
  const old = new Map(before.rows.map((row) => [row.record.id, row]));
  const ids = new Set(after.rows.map(({ record }) => record.id));
  const gone = before.rows.filter(({ record }) => !ids.has(record.id));
  return [
    ...after.rows.flatMap((row) => {
      const known = old.get(row.record.id);
      const news =
        known === undefined
          ? [`new: ${row.observed.status}`]
          : newsOf(known, row, before.conflicts.get(row.record.id), after.conflicts.get(row.record.id));
      return news.length === 0 ? [] : [line(after.now, row, news.join(", "))];
    }),
    ...gone.map((row) => line(after.now, row, "removed")),
  ];
}

const line = (now: number, { record }: ListRow, text: string): string =>
  `${localTime(new Date(now).toISOString())}  ${visible(record.branch)}  ${text}`;

function newsOf(
  before: ListRow,
  after: ListRow,
  forecast: number | undefined,
  forecastNow: number | undefined,
): string[] {
  const news: string[] = [];
  const tell = (name: string, was: string, is: string): void => {
    if (was !== is) news.push(`${name}${is}`);
  };
  if (before.observed.status !== after.observed.status)
    news.push(`${before.observed.status} -> ${after.observed.status}`);
  // What was not looked at before is no change.
  if (before.observed.uncommitted !== null && after.observed.uncommitted !== null)
    tell("", filesText(before), filesText(after));
  tell(`${visible(after.record.base ?? "base")} `, distanceText(before), distanceText(after));
  if (forecast !== undefined && forecastNow !== undefined)
    tell("conflicts: ", conflictText(forecast), conflictText(forecastNow));
  tell("", leaseText(before), leaseText(after));
  tell("", prText(before), prText(after));
  return news;
}

const filesText = ({ observed }: ListRow): string =>
  observed.uncommitted?.total === 0
    ? "nothing uncommitted"
    : `${plural(observed.uncommitted?.total ?? 0, "file")} uncommitted`;
const distanceText = ({ ahead, behind }: ListRow): string =>
  ahead === null || behind === null ? "?" : `+${ahead} -${behind}`;
const conflictText = (files: number): string => (files === 0 ? "none" : plural(files, "file"));
const leaseText = ({ lease }: ListRow): string =>
  lease === null ? "not in use" : `in use by ${visible(lease.holder)}`;
const prText = ({ record: { pr } }: ListRow): string =>
  pr === null ? "no PR" : `PR #${pr.number} ${pr.state}`;
