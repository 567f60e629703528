/**
 * Enclosures of functions of one variable on an interval [a, b] of width h: the values at its ends, and limits of the second derivative.
 * They limit how far a function is from the line between its ends:
 *
 *     line − ½ up (v − a)(b − v) ≤ f(v) ≤ line + ½ down (v − a)(b − v)
 *
 * `up` is an upper limit of f″ and `down` of −f″. A kink by which the slope changes by K counts as 2 K / h, as no kink
 * between a and b moves f further from the line. The slope differs from that of the line by at most ½ h max(up, down): what lies on one side of
 * v moves it one way, what lies on the other the other way.
 */
export interface Enclosure {
  readonly from: number;
  readonly to: number;
  readonly up: number;
  readonly down: number;
}

type Range = readonly [least: number, most: number];

/** A function of the values of another: limits of its derivatives there, and by how much its slope rises and falls at kinks. */
export interface Outer {
  readonly ends: readonly [from: number, to: number];
  readonly slopes: Range;
  readonly bends: Range;
  readonly risesBy: number;
  readonly fallsBy: number;
}

export function rangeOf({ from, to, up, down }: Enclosure, h: number): Range {
  const eighth = (h * h) / 8;
  return [Math.min(from, to) - Math.max(0, up) * eighth, Math.max(from, to) + Math.max(0, down) * eighth];
}

export function slopesOf({ from, to, up, down }: Enclosure, h: number): Range {
  const mean = (to - from) / h;
  const most = 0.5 * h * Math.max(0, up, down);
  return [mean - most, mean + most];
}

export const sumOf = (f: Enclosure, g: Enclosure): Enclosure => ({
  from: f.from + g.from,
  to: f.to + g.to,
  up: f.up + g.up,
  down: f.down + g.down,
});

/** v f(v): its second derivative is 2 f′ + v f″. */
export function timesSpeed(f: Enclosure, a: number, b: number): Enclosure {
  const [least, most] = slopesOf(f, b - a);
  return {
    from: a * f.from,
    to: b * f.to,
    up: 2 * most + b * Math.max(0, f.up),
    down: b * Math.max(0, f.down) - 2 * least,
  };
}

/**
 * g(f(v)): its second derivative is g″ f′² + g′ f″, and where f crosses a kink of g its slope changes by |f′| times that. If f turns about it may
 * cross again: the slopes at all crossings are together at most the greatest and half of what f′ changes in all.
 */
export function composed(
  f: Enclosure,
  h: number,
  { ends, slopes, bends, risesBy, fallsBy }: Outer,
): Enclosure {
  const [low, high] = slopesOf(f, h);
  const steepest = Math.max(Math.abs(low), Math.abs(high));
  const [up, down] = [Math.max(0, f.up), Math.max(0, f.down)];
  const turns = low < 0 && high > 0;
  const crossed = steepest + (turns ? 0.5 * h * (up + down) : 0);
  const flattest = turns ? 0 : Math.min(Math.abs(low), Math.abs(high));
  const curved = (bend: number) => bend * (bend > 0 ? steepest * steepest : flattest * flattest);
  const [falling, rising] = [Math.max(0, -slopes[0]), Math.max(0, slopes[1])];
  return {
    from: ends[0],
    to: ends[1],
    up: curved(bends[1]) + rising * up + falling * down + (2 * risesBy * crossed) / h,
    down: curved(-bends[0]) + rising * down + falling * up + (2 * fallsBy * crossed) / h,
  };
}
