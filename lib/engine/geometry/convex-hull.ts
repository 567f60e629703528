/**
 * The corners of the convex hull of points round the origin, given in the clockwise order of their bearings; it
 * begins with the farthest. One round from that point is enough (Graham 1972).
 *
 * @param points x, y of each
 * @returns indices of points, clockwise
 */
export function convexHull(points: ArrayLike<number>): number[] {
  const n = points.length / 2;
  let farthest = 0;
  let most = 0;
  for (let k = 0; k < n; k++) {
    const square = points[2 * k] * points[2 * k] + points[2 * k + 1] * points[2 * k + 1];
    if (square > most) [farthest, most] = [k, square];
  }
  const hull: number[] = [];
  for (let step = 0; step <= n; step++) {
    const k = farthest + step < n ? farthest + step : farthest + step - n;
    while (hull.length > 1 && !turnsRight(points, hull[hull.length - 2], hull[hull.length - 1], k))
      hull.pop();
    hull.push(k);
  }
  hull.pop();
  return hull;
}

function turnsRight(points: ArrayLike<number>, a: number, b: number, c: number): boolean {
  const x0 = points[2 * a];
  const y0 = points[2 * a + 1];
  return (
    (points[2 * b] - x0) * (points[2 * c + 1] - y0) - (points[2 * b + 1] - y0) * (points[2 * c] - x0) < 0
  );
}
