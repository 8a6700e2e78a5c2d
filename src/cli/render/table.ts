import Table from "cli-table3";

const NO_LINES = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

/** A table without lines, its columns aligned by what a terminal shows of them. Cells are visible text, perhaps coloured. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({
    head: [...head],
    chars: NO_LINES,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split("\n")
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}
