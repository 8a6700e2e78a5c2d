/** A curve of a panel, its points in the order of x. Both coordinates are above zero. */
export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** One of the pictures that stand side by side, with logarithmic axes. */
export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly series: readonly Series[];
  /** Dashed lines on which y grows as x does: no curve is to be steeper. */
  readonly guide: boolean;
  /** A dashed line that the curves are to stay under. */
  readonly limit?: { readonly y: number; readonly name: string };
}

export interface Plot {
  /** What the picture shows, for whoever cannot see it. */
  readonly title: string;
  /** What the x axis counts. */
  readonly across: string;
  readonly panels: readonly Panel[];
}

const width = 540;
const height = 380;
const inner = { left: 62, right: 364, top: 44, bottom: 316 };
/** Labels of neighbouring curves are at least so far apart. */
const labelStep = 15;

/** Six colours that keep apart on white and on near black, also for most who see fewer colours. */
const light = ["#0550ae", "#b35900", "#1a7f37", "#a0279b", "#57606a", "#0a7a86"];
const dark = ["#79c0ff", "#ffa657", "#7ee787", "#f2a6f0", "#b1bac4", "#76e3ea"];

const style = `
svg { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif }
.ground { fill: #ffffff; stroke: #d0d7de }
.text { fill: #24292f }
.title { font-weight: 600; font-size: 14px }
.grid { stroke: #d8dee4 }
.fine { stroke: #eef1f4 }
.guide { stroke: #6e7781; stroke-dasharray: 5 4; fill: none }
.curve { fill: none; stroke-width: 2 }
${light.map((colour, at) => `.c${at} { stroke: ${colour} } .f${at} { fill: ${colour} }`).join("\n")}
@media (prefers-color-scheme: dark) {
.ground { fill: #0d1117; stroke: #30363d }
.text { fill: #e6edf3 }
.grid { stroke: #30363d }
.fine { stroke: #1c2128 }
.guide { stroke: #8b949e }
${dark.map((colour, at) => `.c${at} { stroke: ${colour} } .f${at} { fill: ${colour} }`).join("\n")}
}
`;

/** Draws panels with logarithmic axes as an SVG image that needs nothing else and is legible on light and on dark. */
export function plotSvg({ title, across, panels }: Plot): string {
  const whole = width * panels.length;
  const parts = panels.map(
    (panel, at) => `<g transform="translate(${at * width} 0)">\n${panelSvg(panel, across)}\n</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${height}" width="${whole}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>${style}</style>
<rect class="ground" x="0.5" y="0.5" width="${whole - 1}" height="${height - 1}" rx="8"/>
${parts.join("\n")}
</svg>
`;
}

/** Where a value lies on an axis from `from` to `to`, whose ends are powers of ten. */
interface Axis {
  readonly low: number;
  readonly high: number;
  readonly place: (value: number) => number;
}

function axisOf(values: readonly number[], from: number, to: number): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return { low, high, place: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from) };
}

function panelSvg({ title, unit, series, guide, limit }: Panel, across: string): string {
  const points = series.flatMap((one) => one.points);
  if (points.length === 0) return text(inner.left, 24, `${title}: not measured yet`, "title");
  const x = axisOf(
    points.map((point) => point.x),
    inner.left,
    inner.right,
  );
  const y = axisOf(
    [...points.map((point) => point.y), ...(limit === undefined ? [] : [limit.y])],
    inner.bottom,
    inner.top,
  );
  return [
    text(inner.left, 24, `${title}, ${unit}`, "title"),
    ...grid(x, y),
    text((inner.left + inner.right) / 2, inner.bottom + 42, across, "", "middle"),
    ...(guide
      ? [guideLines(x, y), text(inner.right, inner.top - 8, "dashed: linear growth", "", "end")]
      : []),
    ...(limit === undefined
      ? []
      : [
          `<path class="guide" d="M${inner.left} ${round(y.place(limit.y))}H${inner.right}"/>`,
          text(inner.left + 6, y.place(limit.y) - 5, limit.name),
        ]),
    ...series.map((one, at) => curve(one, at, x, y)),
    ...labels(series, y),
  ].join("\n");
}

function grid(x: Axis, y: Axis): string[] {
  const lines: string[] = [];
  for (let power = x.low; power <= x.high; power += 1) {
    const at = round(x.place(10 ** power));
    lines.push(`<path class="grid" d="M${at} ${inner.top}V${inner.bottom}"/>`);
    lines.push(text(at, inner.bottom + 18, (10 ** power).toLocaleString("en"), "", "middle"));
  }
  for (let power = y.low; power <= y.high; power += 1) {
    const at = round(y.place(10 ** power));
    lines.push(`<path class="grid" d="M${inner.left} ${at}H${inner.right}"/>`);
    lines.push(text(inner.left - 8, at + 4, (10 ** power).toLocaleString("en"), "", "end"));
    for (const step of power < y.high ? [2, 5] : []) {
      const fine = round(y.place(step * 10 ** power));
      lines.push(`<path class="fine" d="M${inner.left} ${fine}H${inner.right}"/>`);
    }
  }
  return lines;
}

/** Through every power of ten on the left and on the lower edge, as far as they lie in the panel. */
function guideLines(x: Axis, y: Axis): string {
  const lines: string[] = [];
  for (let shift = y.low - x.high + 1; shift < y.high - x.low; shift += 1) {
    // On each, the power of y is the power of x and the shift.
    const [from, to] = [Math.max(x.low, y.low - shift), Math.min(x.high, y.high - shift)];
    const [fromX, toX] = [round(x.place(10 ** from)), round(x.place(10 ** to))];
    const [fromY, toY] = [round(y.place(10 ** (from + shift))), round(y.place(10 ** (to + shift)))];
    lines.push(`<path class="guide" d="M${fromX} ${fromY}L${toX} ${toY}"/>`);
  }
  return lines.join("\n");
}

function curve({ points }: Series, at: number, x: Axis, y: Axis): string {
  const places = points.map((point) => [round(x.place(point.x)), round(y.place(point.y))] as const);
  const path = places.map(([px, py]) => `${px} ${py}`).join("L");
  const dots = places.map(
    ([px, py]) => `<circle class="f${at % light.length}" cx="${px}" cy="${py}" r="3.5"/>`,
  );
  return [`<path class="curve c${at % light.length}" d="M${path}"/>`, ...dots].join("\n");
}

/** The curves' names to the right of the panel, each as near to its last point as its neighbours leave room. */
function labels(series: readonly Series[], y: Axis): string[] {
  const wanted = series
    .map(({ name, points }, at) => ({ name, at, place: y.place(points.at(-1)?.y ?? 1) }))
    .sort((a, b) => a.place - b.place);
  let last = Number.NEGATIVE_INFINITY;
  return wanted.map(({ name, at, place }) => {
    last = Math.max(place, last + labelStep);
    return text(inner.right + 10, last + 4, name, `f${at % light.length}`);
  });
}

function text(x: number, y: number, words: string, kind = "", anchor = "start"): string {
  const place = `x="${round(x)}" y="${round(y)}"${anchor === "start" ? "" : ` text-anchor="${anchor}"`}`;
  return `<text class="${/^f\d/.test(kind) ? kind : `text ${kind}`.trim()}" ${place}>${escaped(words)}</text>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

const escaped = (words: string): string =>
  words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
