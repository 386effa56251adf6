// Draws points with their names as SVG, the x axis logarithmic. Readable on light and dark pages.

export interface ChartPoint {
  readonly label: string;
  readonly x: number;
  /** A share, drawn as percent. */
  readonly y: number;
  readonly isOurs: boolean;
}

export interface ChartWords {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
}

const size = { width: 760, height: 420 };
const plot = { left: 56, right: 736, top: 56, bottom: 356 };
const lineHeight = 16;
/** Of the widest of the usual fonts. */
const letterWidth = { usual: 7.7, own: 8.6 };
/** Between a point and its name. */
const gap = 13;

const style = `
  text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #52514e }
  .title { font-size: 15px; font-weight: 600; fill: #0b0b0b }
  .page { fill: #fcfcfb }
  .grid { stroke: #e1e0d9 } .lead { stroke: #c3c2b7 }
  .other { fill: #898781 } .ours { fill: #2a78d6 }
  .point { stroke: #fcfcfb; stroke-width: 2 }
  .own { font-weight: 600; fill: #0b0b0b }
  @media (prefers-color-scheme: dark) {
    text { fill: #c3c2b7 } .title, .own { fill: #ffffff }
    .page { fill: #1a1a19 } .grid { stroke: #2c2c2a } .lead { stroke: #52514e }
    .other { fill: #898781 } .ours { fill: #3987e5 } .point { stroke: #1a1a19 }
  }`;

export function drawChart(points: readonly ChartPoint[], { title, xTitle, yTitle }: ChartWords): string {
  const scale = scaleOf(points);
  const described = points.map(({ label, x, y }) => `${label}: ${percent(y)}, ${x.toFixed(2)} ms`).join('; ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img">
<title>${escaped(title)}</title>
<desc>${escaped(described)}</desc>
<style>${style}
</style>
<rect class="page" width="${size.width}" height="${size.height}" rx="8"/>
<text class="title" x="${plot.left}" y="26">${escaped(title)}</text>
<text x="${plot.left}" y="45">${escaped(yTitle)}</text>
${[...gridLines(scale), ...marks(points, scale)].join('\n')}
<text x="${plot.right}" y="${plot.bottom + 44}" text-anchor="end">${escaped(xTitle)}</text>
</svg>
`;
}

interface Scale {
  readonly decades: readonly number[];
  readonly steps: readonly number[];
  x(value: number): number;
  y(value: number): number;
}

/** From the decade below the least x to that above the greatest, and by tenths of y. */
function scaleOf(points: readonly ChartPoint[]): Scale {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const first = Math.floor(Math.log10(Math.min(...xs)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...xs))));
  const low = Math.floor(Math.min(...ys) * 10);
  const high = Math.max(low + 1, Math.ceil(Math.max(...ys) * 10));
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return {
    decades: range(first, last),
    steps: range(low, high),
    x: (value) => plot.left + ((Math.log10(value) - first) / (last - first)) * (plot.right - plot.left),
    y: (value) => plot.bottom - ((value * 10 - low) / (high - low)) * (plot.bottom - plot.top),
  };
}

function gridLines({ decades, steps, x, y }: Scale): readonly string[] {
  const across = steps.map((tenth) => {
    const at = place(y(tenth / 10));
    return `<path class="grid" d="M${plot.left} ${at}H${plot.right}"/><text x="${plot.left - 8}" y="${place(y(tenth / 10) + 4)}" text-anchor="end">${percent(tenth / 10)}</text>`;
  });
  const up = decades.map((decade) => {
    const at = place(x(10 ** decade));
    return `<path class="grid" d="M${at} ${plot.top}V${plot.bottom}"/><text x="${at}" y="${plot.bottom + 20}" text-anchor="middle">${10 ** decade}</text>`;
  });
  return [...across, ...up];
}

interface Box {
  readonly left: number;
  readonly right: number;
  /** The middle of its height. */
  readonly at: number;
}

interface Label {
  readonly point: ChartPoint;
  readonly box: Box;
}

function marks(points: readonly ChartPoint[], scale: Scale): readonly string[] {
  return labelled(points, scale).flatMap(({ point, box }) => {
    const [x, y] = [scale.x(point.x), scale.y(point.y)];
    const isRight = box.left > x;
    const [start, anchor] = isRight ? [box.left, 'start'] : [box.right, 'end'];
    const near = start + (isRight ? -3 : 3);
    const moved = box.at !== y;
    return [
      moved ? `<path class="lead" d="M${place(x)} ${place(y)}L${place(near)} ${place(box.at)}"/>` : '',
      `<circle class="point ${point.isOurs ? 'ours' : 'other'}" cx="${place(x)}" cy="${place(y)}" r="${point.isOurs ? 7 : 6}"/>`,
      `<text${point.isOurs ? ' class="own"' : ''} x="${place(start)}" y="${place(box.at + 4)}" text-anchor="${anchor}">${escaped(point.label)} ${percent(point.y)}</text>`,
    ].filter((line) => line !== '');
  });
}

/** Each name beside its point, right or left, and above or below where it would lie on another name or point. */
function labelled(points: readonly ChartPoint[], scale: Scale): readonly Label[] {
  const taken: Box[] = points.map((point) => {
    const x = scale.x(point.x);
    return { left: x - gap / 2, right: x + gap / 2, at: scale.y(point.y) };
  });
  return points
    .toSorted((one, other) => other.y - one.y)
    .map((point) => {
      const boxes = boxesFor(point, scale);
      const box = boxes.find((tried) => !taken.some((other) => overlap(tried, other))) ?? boxes[0];
      taken.push(box);
      return { point, box };
    });
}

/** Nearest first. */
function boxesFor({ label, x, y, isOurs }: ChartPoint, scale: Scale): readonly [Box, ...Box[]] {
  const width = (label.length + 5) * (isOurs ? letterWidth.own : letterWidth.usual);
  const [middle, height] = [scale.x(x), scale.y(y)];
  const right = { left: middle + gap, right: middle + gap + width, at: height };
  const left = { left: middle - gap - width, right: middle - gap, at: height };
  const steps = Array.from(
    { length: 8 },
    (_, step) => (step % 2 === 0 ? 1 : -1) * (1 + Math.floor(step / 2)) * lineHeight,
  );
  const sides = [right, left].filter((box) => box.left > plot.left && box.right < plot.right);
  const moved = steps.flatMap((step) => sides.map((box) => ({ ...box, at: height + step })));
  return [sides[0] ?? left, ...sides, ...moved];
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && Math.abs(one.at - other.at) < lineHeight;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function place(value: number): string {
  return value.toFixed(1);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
