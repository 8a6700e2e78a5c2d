import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseMermaid, renderMermaidASCII } from "beautiful-mermaid";
import { describe, expect, test } from "vitest";
import { machineJson, machineMarkdown, machineMermaid } from "../../src/lifecycle/document.js";
import { transitions } from "../../src/lifecycle/machine.js";
import { stateProperties, statuses } from "../../src/lifecycle/states.js";

describe("docs/machine.md", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/machine.md"), "utf8").replaceAll(
    "\r\n",
    "\n",
  );

  test("is what the code says: made by `coppice machine --markdown > docs/machine.md`", () => {
    expect(page).toBe(machineMarkdown());
  });

  test("every table: has as many cells in each row as in its head", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("|"));
    expect(rows.length).toBeGreaterThan(50);
    let cells = 0;
    for (const [index, row] of rows.entries()) {
      const count = row.split("|").length;
      if (rows[index + 1]?.startsWith("| ---")) cells = count;
      expect(count, row).toBe(cells);
    }
  });
});

describe("the diagram", () => {
  test("is a mermaid state diagram: every line a transition between known states", () => {
    const [head, ...lines] = machineMermaid().trimEnd().split("\n");
    expect(head).toBe("stateDiagram-v2");
    const names = ["[*]", ...statuses].map((name) => name.replace(/[[\]*]/g, "\\$&")).join("|");
    const arrow = new RegExp(`^ {2}(?:${names}) --> (?:${names})(?:: [A-Z_]+[a-z, ]* \\(\\d+b?\\))?$`);
    for (const line of lines) expect(line).toMatch(arrow);
  });

  test("is understood by another program: it finds the same states and arrows, and draws them", () => {
    const graph = parseMermaid(machineMermaid());
    const arrows = transitions().reduce(
      (count, { to }) => count + (typeof to === "string" ? 1 : new Set(Object.values(to)).size),
      1,
    );
    expect(graph.edges).toHaveLength(arrows);
    expect(
      [...graph.nodes.keys()].filter((name) => statuses.some((status) => status === name)).sort(),
    ).toEqual([...statuses].sort());
    const drawing = renderMermaidASCII(machineMermaid());
    for (const status of statuses) expect(drawing).toContain(status);
  });
});

describe("the machine as JSON", () => {
  const machine = machineJson();

  test("is plain data: it survives being printed and read", () => {
    expect(JSON.parse(JSON.stringify(machine))).toEqual(machine);
  });

  test("has all rows, and the properties of all states", () => {
    expect(machine.transitions.map(({ row }) => row)).toEqual(transitions().map(({ number }) => number));
    expect(machine.states.map(({ name }) => name)).toEqual(statuses);
    expect(machine.states.find(({ name }) => name === "conflict")).toMatchObject({
      requiresResolution: true,
      allowsRemoval: "force",
    });
    expect(machine.events).toHaveLength(12);
  });

  test("agrees with the states' properties: removal is allowed where the table has it", () => {
    for (const { name, allowsRemoval } of machine.states) {
      const rows = machine.transitions.filter(({ from, event }) => from === name && event === "REMOVE");
      const needed = rows.some(({ conditions }) => conditions.includes("force")) ? "force" : "yes";
      expect(allowsRemoval, name).toBe(rows.length === 0 ? "no" : needed);
    }
  });

  test("agrees with the states' properties: a transient state is left by a completion or an error", () => {
    for (const status of statuses) {
      const completes = machine.transitions.some(
        ({ from, event }) => from === status && event === "INIT_COMPLETE",
      );
      expect(stateProperties(status).isTransient, status).toBe(completes);
    }
  });
});
