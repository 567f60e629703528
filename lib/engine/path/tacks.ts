/**
 * Ways to sail from one point of a rectangle to another on two bearings only, without leaving it. In Mercator's
 * projection cells are such rectangles and bearings are straight lines.
 */

export interface Rectangle {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

type Vector = readonly [x: number, y: number];

/** Most legs of one way. */
const MAX_LEGS = 60;

/**
 * The turning points of several ways from (0, 0) to α a + β b, where α and β are positive. First those with one
 * turn, which may lie outside the rectangle. The others follow a bearing up to a side, from either end of what is left,
 * again and again; on each of them the rest, between two of its turning points, is one straight leg or has one turn.
 *
 * At a corner that cannot be left on either bearing, the rest shrinks with every leg but never vanishes.
 */
export function* tacks(
  rectangle: Rectangle,
  a: Vector,
  b: Vector,
  α: number,
  β: number,
): Generator<readonly Vector[]> {
  yield [scaled(a, α)];
  yield [scaled(b, β)];
  for (const first of [0, 1, 2, 3]) {
    const rest = { α, β };
    let here: Vector = [0, 0];
    let there: Vector = [α * a[0] + β * b[0], α * a[1] + β * b[1]];
    const before: Vector[] = [];
    const after: Vector[] = [];
    for (let leg = 0; leg < MAX_LEGS; leg++) {
      // how far the bearings can be followed: from here, and backwards from there
      const room = [
        Math.min(rest.α, roomFor(rectangle, here, a)),
        Math.min(rest.β, roomFor(rectangle, here, b)),
        Math.min(rest.α, roomFor(rectangle, there, scaled(a, -1))),
        Math.min(rest.β, roomFor(rectangle, there, scaled(b, -1))),
      ];
      const way = leg === 0 ? first : room.indexOf(Math.max(...room));
      const part = way % 2 === 0 ? 'α' : 'β';
      const length = room[way];
      // a whole part is a way with one turn
      if (!(length > 0) || length === rest[part]) break;
      rest[part] -= length;
      const step = scaled(part === 'α' ? a : b, length);
      if (way < 2) {
        here = plus(here, step);
        before.push(here);
      } else {
        there = plus(there, scaled(step, -1));
        after.unshift(there);
      }
      yield [...before, ...after];
      yield [...before, plus(here, scaled(a, rest.α)), ...after];
      yield [...before, plus(here, scaled(b, rest.β)), ...after];
    }
  }
}

function scaled([x, y]: Vector, factor: number): Vector {
  return [factor * x, factor * y];
}

function plus([x1, y1]: Vector, [x2, y2]: Vector): Vector {
  return [x1 + x2, y1 + y2];
}

/** How many times a step can be made from a point of a rectangle. */
function roomFor({ west, south, east, north }: Rectangle, [x, y]: Vector, [dx, dy]: Vector): number {
  const along = dx > 0 ? (east - x) / dx : dx < 0 ? (west - x) / dx : Infinity;
  const up = dy > 0 ? (north - y) / dy : dy < 0 ? (south - y) / dy : Infinity;
  return Math.max(0, Math.min(along, up));
}
