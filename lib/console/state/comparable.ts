/** Which of the lines on the map can be compared with each other. */
import { haversineNm } from '../../engine/geometry/sphere.ts';
import type { ShownRoute } from './shown-route.ts';

/** Ends closer than this are the same place: files round positions, nautical miles. */
const SAME_END_NM = 0.1;

/**
 * The lines whose costs can be compared with each other: all but a route of one's own that joins other places than the
 * calculated routes, or does not call at their stops. It has no others to be compared with where there is none.
 */
export function comparable(lines: readonly ShownRoute[]): readonly ShownRoute[] {
  const reference = lines.find(({ line }) => line !== 'own');
  const isAlike = (route: ShownRoute) =>
    route.line !== 'own' || (joinsSameEnds(route, reference!) && !reference!.stops);
  return reference ? lines.filter(isAlike) : lines;
}

function joinsSameEnds({ coordinates: a }: ShownRoute, { coordinates: b }: ShownRoute): boolean {
  return [0, -1].every((i) => {
    const [[lon, lat], [otherLon, otherLat]] = [a.at(i)!, b.at(i)!];
    return haversineNm({ lat, lon }, { lat: otherLat, lon: otherLon }) < SAME_END_NM;
  });
}
