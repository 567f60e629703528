/** A place on the map, by a click or a key, for what has asked for one. */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { addStopAt } from './edit-stops.ts';
import { addShip } from './reach.ts';
import { pickingShip } from './reach-part.ts';
import { pickingStop } from './stops.ts';
import { wantedPlace } from './wanted-place.ts';

/** Whether something has asked for it. */
export function givePlace(place: LatLon): boolean {
  const wanted = wantedPlace.peek();
  wantedPlace.value = null;
  if (wanted) wanted.take(place);
  else if (pickingShip.peek()) addShip(place);
  else if (pickingStop.peek()) addStopAt(place);
  else return false;
  return true;
}
