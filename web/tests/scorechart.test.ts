import { describe, expect, it } from 'vitest';
import { momentX, sampled, scaleOf, shapeOf, spread } from '../src/afterwards/scorechart';

const FRAME = { width: 500, height: 200 };

describe('the chart of scores', () => {
  it('has round numbers around all scores', () => {
    expect(scaleOf([[0, 0]])).toEqual([0, 1]);
    expect(scaleOf([[0], [37]])).toEqual([0, 10, 20, 30, 40]);
    expect(scaleOf([[-5, 3]])).toEqual([-6, -4, -2, 0, 2, 4]);
    expect(scaleOf([[2300]]).at(-1)).toBeGreaterThanOrEqual(2300);
  });

  it('goes from the left edge to the right one, in steps', () => {
    const shape = shapeOf([[0], [0], [4], [4], [2]], FRAME);
    const [line] = shape.lines;
    const x = (moment: number): number => momentX(moment, 5, shape);
    expect(x(0)).toBe(shape.left);
    expect(x(4)).toBe(shape.right);
    expect(line?.path).toMatch(/^M34 \d/);
    expect(line?.path.match(/V/g)).toHaveLength(2);
    expect(line?.path.endsWith(`H${shape.right}`)).toBe(true);
    expect(line?.score).toBe(2);
  });

  it('keeps every line inside its frame', () => {
    const shape = shapeOf(
      [
        [-12, 80],
        [31, -3],
      ],
      FRAME,
    );
    for (const { y } of shape.scale) {
      expect(y).toBeGreaterThanOrEqual(shape.top);
      expect(y).toBeLessThanOrEqual(shape.bottom);
    }
    for (const [, y] of shape.lines.flatMap((line) => [...line.path.matchAll(/V([\d.]+)/g)])) {
      expect(Number(y)).toBeGreaterThanOrEqual(shape.top - 0.1);
      expect(Number(y)).toBeLessThanOrEqual(shape.bottom + 0.1);
    }
  });

  it('puts the emblems of different seats at different moments', () => {
    const scores = Array.from({ length: 100 }, () => [1, 1, 1]);
    const places = shapeOf(scores, FRAME).lines.flatMap((line) => line.marks.map(({ x }) => x));
    expect(new Set(places).size).toBe(6);
  });

  it('draws a game of one moment, and one of nobody', () => {
    expect(shapeOf([[3, 4]], FRAME).lines).toHaveLength(2);
    expect(shapeOf([], FRAME).lines).toEqual([]);
  });
});

describe('tags beside the lines', () => {
  it('stay where they are if there is room', () => {
    expect(spread([10, 100, 50], 20, 0, 120)).toEqual([10, 100, 50]);
  });

  it('move apart and stay inside', () => {
    const placed = spread([50, 50, 50], 20, 0, 60);
    expect([...placed].sort((a, b) => a - b)).toEqual([20, 40, 60]);
  });

  it('move closer where the frame is too low for all', () => {
    const placed = spread(Array(10).fill(30) as number[], 20, 0, 90).sort((a, b) => a - b);
    expect(placed[0]).toBeCloseTo(0);
    expect(placed[9]).toBeCloseTo(90);
  });
});

describe('the table of scores for ears', () => {
  it('has all moments of a short game, some of a long one', () => {
    expect(sampled(3, 12)).toEqual([0, 1, 2]);
    expect(sampled(111, 12)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110]);
  });
});
