/** On which side of its place each name is written, so that none lies below a pin or on another name. Pixels, y downwards. */

export interface Labelled {
  readonly x: number;
  readonly y: number;
  /** Of what marks the place. */
  readonly radius: number;
  /** Of the name as it is written; 0 for a place without one. */
  readonly width: number;
  /** Of a name in several lines. */
  readonly halfHeight?: number;
  /** Whether it is the name of an area, which may stand on its middle. */
  readonly isArea?: boolean;
  /** Whether the name is left out where no side is free. */
  readonly isOptional?: boolean;
}

/** Where the name begins (`right`), ends (`left`) or has its middle (`above`, `below`, `on`). */
export type Side = 'right' | 'left' | 'above' | 'below' | 'on';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** In the order in which they are tried: names are read most easily at the right. */
const SIDES: readonly Side[] = ['right', 'left', 'above', 'below'];
const AREA_SIDES: readonly Side[] = ['on', 'above', 'below'];
const GAP_PX = 5;
const HALF_HEIGHT_PX = 8;
/** What may stand in the way on the middle of an area. */
const CLEAR_OF_PIN_PX = 13;

/**
 * @param items the most important first: their names are placed first, and all marks are kept free
 * @param covers what lies over the map
 * @returns null for a name that is left out, and for a place without one
 */
export function labelSides(items: readonly Labelled[], covers: readonly Box[] = []): (Side | null)[] {
  const marks = items.map(markOf);
  const names: Box[] = [];
  return items.map((item, i) => {
    if (item.width === 0) return null;
    if (item.isOptional && covers.some((cover) => isWithin(item, cover))) return null;
    const sides = item.isArea ? AREA_SIDES : SIDES;
    const costs = sides.map((side) => {
      const box = labelBox(item, side);
      const covered = marks.filter((mark, k) => k !== i && overlap(box, mark)).length;
      return covered + [...names, ...covers].filter((other) => overlap(box, other)).length;
    });
    const least = Math.min(...costs);
    if (item.isOptional && least > 0) return null;
    const side = sides[costs.indexOf(least)]!;
    names.push(labelBox(item, side));
    return side;
  });
}

const isWithin = ({ x, y }: Labelled, { left, top, right, bottom }: Box): boolean =>
  x > left && x < right && y > top && y < bottom;

export const markOf = ({ x, y, radius }: Labelled): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
});

/** The offset of a name's anchor from its place. */
export function labelOffset(
  { radius, halfHeight = HALF_HEIGHT_PX, isArea }: Pick<Labelled, 'radius' | 'halfHeight' | 'isArea'>,
  side: Side,
): readonly [x: number, y: number] {
  if (side === 'on') return [0, 0];
  if (side === 'right') return [radius + GAP_PX, 0];
  if (side === 'left') return [-radius - GAP_PX, 0];
  const clear = isArea ? CLEAR_OF_PIN_PX : radius;
  return [0, (side === 'above' ? -1 : 1) * (clear + GAP_PX + halfHeight - 2)];
}

export function labelBox(item: Labelled, side: Side): Box {
  const { x, y, width, halfHeight = HALF_HEIGHT_PX } = item;
  const [dx, dy] = labelOffset(item, side);
  const from = side === 'right' ? x + dx : side === 'left' ? x + dx - width : x + dx - width / 2;
  return { left: from, right: from + width, top: y + dy - halfHeight, bottom: y + dy + halfHeight };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
