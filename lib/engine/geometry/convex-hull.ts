/**
 * The corners of the convex hull of points in the plane (Andrew 1979: the points from west to east, then back).
 *
 * @param points x, y of each; equal ones count once
 * @returns indices of points, clockwise, none of them between two others on a line
 */
export function convexHull(points: ArrayLike<number>): number[] {
  const order = Array.from({ length: points.length / 2 }, (_, k) => k).sort(
    (a, b) => points[2 * a] - points[2 * b] || points[2 * a + 1] - points[2 * b + 1],
  );
  const turnsRight = (a: number, b: number, c: number) => {
    const [x0, y0] = [points[2 * a], points[2 * a + 1]];
    const [x1, y1] = [points[2 * b], points[2 * b + 1]];
    return (x1 - x0) * (points[2 * c + 1] - y0) - (y1 - y0) * (points[2 * c] - x0) < 0;
  };
  const hull: number[] = [];
  for (const way of [order, order.toReversed()]) {
    const first = hull.length;
    for (const k of way) {
      while (hull.length > first + 1 && !turnsRight(hull[hull.length - 2], hull[hull.length - 1], k))
        hull.pop();
      hull.push(k);
    }
    // where one way ends, the other begins
    hull.pop();
  }
  return hull;
}
