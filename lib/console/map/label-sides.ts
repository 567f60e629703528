/** On which side of its place each name is written, so that none lies below a pin or on another name. Pixels, y downwards. */

export interface Labelled {
  readonly x: number;
  readonly y: number;
  /** Of what marks the place. */
  readonly radius: number;
  /** Of the name as it is written; 0 for a place without one. */
  readonly width: number;
  /** Whether the name is left out where no side is free. */
  readonly isOptional?: boolean;
}

/** Where the name begins (`right`), ends (`left`) or has its middle (`above`, `below`). */
export type Side = 'right' | 'left' | 'above' | 'below';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** In the order in which they are tried: names are read most easily at the right. */
const SIDES: readonly Side[] = ['right', 'left', 'above', 'below'];
const GAP_PX = 5;
const HALF_HEIGHT_PX = 8;

/**
 * @param items the most important first: their names are placed first, and all marks are kept free
 * @returns null for a name that is left out, and for a place without one
 */
export function labelSides(items: readonly Labelled[]): (Side | null)[] {
  const marks = items.map(markOf);
  const names: Box[] = [];
  return items.map((item, i) => {
    if (item.width === 0) return null;
    const costs = SIDES.map((side) => {
      const box = labelBox(item, side);
      const covered = marks.filter((mark, k) => k !== i && overlap(box, mark)).length;
      return covered + names.filter((name) => overlap(box, name)).length;
    });
    const least = Math.min(...costs);
    if (item.isOptional && least > 0) return null;
    const side = SIDES[costs.indexOf(least)]!;
    names.push(labelBox(item, side));
    return side;
  });
}

const markOf = ({ x, y, radius }: Labelled): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
});

/** The offset of a name's anchor from its place. */
export function labelOffset(radius: number, side: Side): readonly [x: number, y: number] {
  if (side === 'right') return [radius + GAP_PX, 0];
  if (side === 'left') return [-radius - GAP_PX, 0];
  return [0, (side === 'above' ? -1 : 1) * (radius + GAP_PX + HALF_HEIGHT_PX - 2)];
}

export function labelBox({ x, y, radius, width }: Labelled, side: Side): Box {
  const [dx, dy] = labelOffset(radius, side);
  const from = side === 'right' ? x + dx : side === 'left' ? x + dx - width : x + dx - width / 2;
  return { left: from, right: from + width, top: y + dy - HALF_HEIGHT_PX, bottom: y + dy + HALF_HEIGHT_PX };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
