/** The geometry of the chart of scores: lines, scale, and marks that do not lie on each other. */
export interface Frame {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface ScoreLine {
  /** Whose it is: the seat or the side, as the scores are ordered. */
  owner: number;
  score: number;
  /** The way of the line, as an SVG path. */
  path: string;
  /** Where its emblem lies on it, so that it is known without its colour. */
  marks: Point[];
  /** Where its name tag stands, beside its end. */
  tag: Point;
}

export interface ScoreShape {
  left: number;
  right: number;
  top: number;
  bottom: number;
  scale: { score: number; y: number }[];
  lines: ScoreLine[];
}

const EDGE = { left: 34, right: 58, top: 14, bottom: 18 };
const TAG_HEIGHT = 20;
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];
const LINES_MAX = 5;
const MARKS = 2;

/** How high a chart of this width must be, so that there is room for the tags of all its lines. */
export function heightFor(width: number, lines: number): number {
  const room = EDGE.top + EDGE.bottom + Math.max(0, lines - 1) * TAG_HEIGHT;
  return Math.max(150, Math.min(230, width * 0.42), room);
}

/** The chart of scores at each moment, drawn into a frame. */
export function shapeOf(scores: number[][], { width, height }: Frame): ScoreShape {
  const box = {
    left: EDGE.left,
    right: width - EDGE.right,
    top: EDGE.top,
    bottom: height - EDGE.bottom,
  };
  const scale = scaleOf(scores);
  const low = scale[0] ?? 0;
  const span = Math.max(1, (scale.at(-1) ?? 1) - low);
  const y = (score: number): number => box.bottom - ((score - low) / span) * (box.bottom - box.top);
  const x = (moment: number): number => momentX(moment, scores.length, box);
  return {
    ...box,
    scale: scale.map((score) => ({ score, y: y(score) })),
    lines: linesOf(scores, x, y, box),
  };
}

/** Where a moment lies on the way from left to right. */
export function momentX(
  moment: number,
  count: number,
  { left, right }: { left: number; right: number },
): number {
  return count > 1 ? left + (moment / (count - 1)) * (right - left) : left;
}

function linesOf(
  scores: number[][],
  x: (moment: number) => number,
  y: (score: number) => number,
  box: { right: number; top: number; bottom: number },
): ScoreLine[] {
  const owners = scores[0]?.length ?? 0;
  const last = scores.at(-1) ?? [];
  const tags = spread(
    last.map((score) => y(score)),
    TAG_HEIGHT,
    box.top,
    box.bottom,
  );
  return last.map((score, owner) => {
    const own = scores.map((all) => all[owner] ?? 0);
    return {
      owner,
      score,
      path: pathOf(own, x, y),
      marks: marksOf(own.length, owner, owners).map((one) => ({ x: x(one), y: y(own[one] ?? 0) })),
      tag: { x: box.right + 8, y: tags[owner] ?? y(score) },
    };
  });
}

/** Round numbers from below the lowest score to above the highest. */
export function scaleOf(scores: number[][]): number[] {
  const all = scores.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(1, ...all);
  const step = STEPS.find((one) => (high - low) / one < LINES_MAX) ?? high - low;
  const first = Math.floor(low / step);
  const count = Math.ceil(high / step) - first + 1;
  return Array.from({ length: count }, (_, line) => (first + line) * step);
}

/** A score stays until it changes: steps, not slopes. */
function pathOf(
  own: number[],
  x: (moment: number) => number,
  y: (score: number) => number,
): string {
  const parts = [`M${round(x(0))} ${round(y(own[0] ?? 0))}`];
  own.forEach((score, moment) => {
    if (moment === 0 || score === own[moment - 1]) return;
    parts.push(`H${round(x(moment))}V${round(y(score))}`);
  });
  parts.push(`H${round(x(own.length - 1))}`);
  return parts.join('');
}

/** Moments for the emblems of a line; those of other lines lie between them. */
function marksOf(count: number, owner: number, owners: number): number[] {
  if (count < owners * MARKS * 2) return [];
  return Array.from({ length: MARKS }, (_, mark) =>
    Math.round(((mark + (owner + 0.5) / owners) / MARKS) * (count - 1)),
  );
}

/** The same heights, moved apart so that none is nearer to the next than so much. */
export function spread(heights: number[], gap: number, top: number, bottom: number): number[] {
  const order = heights.map((_, index) => index).sort((a, b) => heights[a]! - heights[b]!);
  const tight = Math.min(gap, (bottom - top) / Math.max(1, heights.length - 1));
  const placed = [...heights];
  let above = top - tight;
  for (const index of order) {
    placed[index] = Math.max(heights[index]!, above + tight);
    above = placed[index]!;
  }
  let below = bottom + tight;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index]!, below - tight);
    below = placed[index]!;
  }
  return placed;
}

/** A few moments from the first to the last, for a table that is not too long to listen to. */
export function sampled(count: number, rows: number): number[] {
  if (count <= rows) return Array.from({ length: count }, (_, moment) => moment);
  return Array.from({ length: rows }, (_, row) => Math.round((row / (rows - 1)) * (count - 1)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
