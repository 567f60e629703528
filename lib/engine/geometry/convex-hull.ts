/**
 * The corners of the convex hull of points round the origin, given in the clockwise order of their bearings; it
 * begins with the farthest. One round from that point is enough (Graham 1972).
 *
 * @param points x, y of each
 * @returns indices of points, clockwise
 */
export function convexHull(points: ArrayLike<number>): number[] {
  const n = points.length / 2;
  const distance = (k: number) => Math.hypot(points[2 * k], points[2 * k + 1]);
  let farthest = 0;
  for (let k = 1; k < n; k++) if (distance(k) > distance(farthest)) farthest = k;
  const turnsRight = (a: number, b: number, c: number) => {
    const [x0, y0] = [points[2 * a], points[2 * a + 1]];
    const [x1, y1] = [points[2 * b], points[2 * b + 1]];
    return (x1 - x0) * (points[2 * c + 1] - y0) - (y1 - y0) * (points[2 * c] - x0) < 0;
  };
  const hull: number[] = [];
  for (let step = 0; step <= n; step++) {
    const k = (farthest + step) % n;
    while (hull.length > 1 && !turnsRight(hull[hull.length - 2], hull[hull.length - 1], k)) hull.pop();
    hull.push(k);
  }
  hull.pop();
  return hull;
}
