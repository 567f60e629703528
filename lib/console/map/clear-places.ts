/** Where lines are apart from each other. Pixels. */

export type Pixel = readonly [x: number, y: number];

/** Lines nearer to each other than this are seen as one there. */
const APART_PX = 12;
/** Beyond this a line is clear of all others. */
const CLEAR_PX = 60;
const MOST_PLACES = 40;

/** The places of a line that are clear of the others, the clearest first; none where another line covers all of it. */
export function clearest(path: readonly Pixel[], others: readonly (readonly Pixel[])[]): Pixel[] {
  const middle = (path.length - 1) / 2;
  const elsewhere = others.flat();
  return path
    .map((place, i) => {
      let apart = CLEAR_PX;
      for (const [x, y] of elsewhere) apart = Math.min(apart, Math.hypot(x - place[0], y - place[1]));
      return { place, apart, fromMiddle: Math.abs(i - middle) };
    })
    .filter(({ apart }) => apart > APART_PX)
    .sort((a, b) => b.apart - a.apart || a.fromMiddle - b.fromMiddle)
    .slice(0, MOST_PLACES)
    .map(({ place }) => place);
}

/** The lines, by their indices, in groups of those that are seen as one from end to end. */
export function sameWays(paths: readonly (readonly Pixel[])[]): number[][] {
  const isAlong = (a: readonly Pixel[], b: readonly Pixel[]) =>
    a.every((place) => b.some(([x, y]) => Math.hypot(x - place[0], y - place[1]) < APART_PX));
  const groups: number[][] = [];
  paths.forEach((path, i) => {
    const group = groups.find(([k]) => isAlong(path, paths[k!]!) && isAlong(paths[k!]!, path));
    if (group) group.push(i);
    else groups.push([i]);
  });
  return groups;
}
