import { type Panel, plotSvg } from "./plot.js";
import type { Row } from "./support.js";

/** What no command may take with 10,000 records. */
export const mostMegabytes = 400;

/** The picture of all rows that are points of curves: times beside memory. */
export function plotOf(rows: readonly Row[]): string {
  const panel = (title: string, unit: Row["unit"], guide: boolean): Panel => {
    const points = rows.flatMap((row) =>
      row.curve === undefined || row.unit !== unit ? [] : [{ ...row.curve, y: row.ours }],
    );
    const names = [...new Set(points.map(({ name }) => name))];
    return {
      title,
      unit,
      guide,
      series: names.map((name) => ({
        name: name.replaceAll("`", "").replace(/^memory of /, ""),
        points: points
          .filter((point) => point.name === name)
          .map(({ at, y }) => ({ x: at, y }))
          .sort((a, b) => a.x - b.x),
      })),
    };
  };
  return plotSvg({
    title: "How the commands of Coppice grow with worktrees, records and branches",
    across: "worktrees (the last: records and branches)",
    panels: [
      panel("Time", "ms", true),
      {
        ...panel("Memory", "MB", false),
        limit: { y: mostMegabytes, name: `promised with 10,000 records: at most ${mostMegabytes} MB` },
      },
    ],
  });
}
