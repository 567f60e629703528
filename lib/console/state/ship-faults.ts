/** What the service says against what a person says of a ship under way. */
import { readable } from '../readable.ts';
import { capital } from '../units.ts';

const SUBJECTS = {
  lat: 'lat',
  lon: 'lon',
  time: 'the time',
  done: 'the stop',
  fuel_aboard_tonnes: 'the fuel',
};
export type ShipField = keyof typeof SUBJECTS;

const fieldOf = (path: string) => path.split('.')[0] as ShipField;

/** Whether a field that the service speaks of is one of these. */
export const isOfShip = (path: string): boolean => fieldOf(path) in SUBJECTS;

/** In sentences; undefined where nothing is said. @param faults by the path of what is sent */
export function faultOfShip(
  faults: Readonly<Record<string, string>>,
  fields: readonly ShipField[],
): string | undefined {
  const told = Object.entries(faults).filter(([path]) => fields.includes(fieldOf(path)));
  const sentences = told.map(([path, message]) =>
    capital(readable(`${SUBJECTS[fieldOf(path)]} ${message}.`)),
  );
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
