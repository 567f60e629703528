/** Sentences of the service and the engine in the words of the page, which knows ice data and vessels. */
import { formatPosition } from '../route-files/shown-text.ts';
import { formatTime } from './units.ts';

/** A pair of decimals: `(-61.5, 40)`, `(latitude -61.5, longitude 40)`, `at -61.5000, 40.0000`. */
const DECIMAL_PAIR =
  /\((?:latitude )?(-?\d+(?:\.\d+)?), (?:longitude )?(-?\d+(?:\.\d+)?)\)|\bat (-?\d+\.\d+), (-?\d+\.\d+)/g;

/** `2026-12-24T18:00:00.000Z` */
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z\b/g;

/** What browsers say of a part of the page that did not come. Some try no more for as long as the page is open. */
const PART_MISSING = /\b(?:dynamically imported module|Importing a module script failed)\b/;
const PART_MISSING_TEXT =
  'A part of the page could not be loaded: open the page again, once there is a connection.';

/** What they call a mesh, the longer before the shorter; the data of an environment mesh are of the sea alone. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bmesh with id \d+ not found\b/gi, 'These ice data are no longer on the service'],
  [
    /\bmesh \d+ is an environment mesh: name a vehicle_type to calculate a route on it\b/gi,
    'These are data of the sea alone: choose a vessel',
  ],
  [
    /\bmesh \d+ is a vessel mesh, made for one speed: insert the environment mesh that it was made from, or leave out mesh_id\b/gi,
    'these were made for one vessel at one speed: choose others',
  ],
  [/\bmesh \d+ was made for\b/gi, 'These ice data were made for'],
  [/\bmesh \d+, tried first, has\b/gi, 'The ice data that were tried first have'],
  [/\boutside mesh \d+/g, 'outside the ice data'],
  [/\bno environment mesh contains all points: insert one\b/g, 'none contain all places: add some'],
  [/\bthere is no environment mesh\b/g, 'there are none of the sea alone'],
  [/\bon an environment mesh(?: only)?\b/g, 'on data of the sea alone'],
  [/\bany mesh that covers\b/g, 'any ice data that cover'],
  [
    /\bproved on the mesh as zones and clearance divide it\b/g,
    'proved on the ice data as zones and clearance divide them',
  ],
  [/\blatest available mesh from\b/gi, 'The latest ice data are of'],
  [/\bNo mesh available for vehicle\b/g, 'There are no ice data for the vessel'],
  [/\bNo mesh available\b/g, 'There are no ice data'],
  [/\bthe meshes that contain\b/g, 'those that contain'],
  [/\bice thickness of a mesh\b/g, 'ice thickness'],
  [/\bon no mesh that is valid then\b/g, 'beyond the forecast'],
  [/, or send mesh_id of one that has\b/g, ', or choose others'],
  [/\bmost_(wind|wave|ice)_\w+/g, 'the limit of $1'],
  [/\b(reserve|capacity)_tonnes\b/g, '$1'],
  [/\bfuel_aboard_tonnes\b/g, 'the fuel aboard'],
  [/, or leave out choose_speed\b/g, ', or do not sail slower for it'],
  [/: send "(?:choose_speed": true|trade_off": 9 to be told in what time|within_hours": [\d.]+\d)/g, ''],
  [/\bThe route of type traveltime\b/g, 'The fastest route'],
  [/\bThe route of type (fuel|battery)\b/g, 'The route of least $1'],
  [/\bThe route of type within\b/g, 'The route at chosen speeds'],
  [/\bThe route of type cost\b/g, 'The route of least money'],
  [
    /\bIt is sailed at the speeds of the mesh(es)?\b/g,
    'The route of least money is sailed at the speeds of the mesh$1',
  ],
  [/\barrive_by\b/g, 'latest arrival'],
  [/\blat and lon lie\b/g, 'the position lies'],
  [/\blat and lon are\b/g, 'the position is'],
  [/\bthe arrival_window\b/g, 'the time that is asked for'],
  [/\bproperties are not those of vehicle\b/g, 'properties are not those of the vessel'],
];

/** A mesh in any other sentence. */
const MESH = /\b(?:(the|this|no|a) )?mesh(?:es)?\b(?!\.\w)(?: (has|was|is|does)\b)?/gi;
const OF_MANY: Readonly<Record<string, string>> = { has: 'have', was: 'were', is: 'are', does: 'do' };
const OF_ONE: Readonly<Record<string, string>> = { this: 'these ', This: 'These ', a: '' };

/** A sentence of theirs in the words of the page, with its positions in degrees and decimal minutes and its times as the page writes them. */
export function readable(sentence: string): string {
  if (PART_MISSING.test(sentence)) return PART_MISSING_TEXT;
  const positioned = sentence.replace(DECIMAL_PAIR, (_, lat, lon, otherLat, otherLon) => {
    const position = formatPosition({ lat: Number(lat ?? otherLat), lon: Number(lon ?? otherLon) });
    return lat === undefined ? `at ${position}` : position;
  });
  const timed = positioned.replace(INSTANT, (time) => formatTime(new Date(time)));
  return WORDS.reduce((text, [wanted, words]) => text.replace(wanted, words), timed).replace(
    MESH,
    (_, which = '', verb?: string) => {
      const before = OF_ONE[which] ?? (which && `${which} `);
      return `${before}ice data${verb ? ` ${OF_MANY[verb]}` : ''}`;
    },
  );
}
