/** Which columns of a table have a position, a name and a stay, by the words of its heading. */
import {
  AXES,
  type Axis,
  FLAT,
  NEGATIVE,
  NEUTRAL,
  NOTATIONS,
  PARTS,
  type Part,
  POSITIVE,
  SIGNS,
  words,
  wordsOf,
} from './column-words.ts';

/** Columns that together give a latitude or a longitude: indices. */
export interface AngleColumns {
  /** Degrees, or all of it. */
  readonly degrees: number;
  readonly minutes: number | null;
  readonly seconds: number | null;
  readonly hemisphere: number | null;
  /** After these, without a heading of their own: a heading may stand over degrees, minutes and hemisphere together. */
  readonly unnamed: readonly number[];
  /** Whether the heading says south or west: then numbers without a sign are. */
  readonly isNegative: boolean;
}

export interface Columns {
  readonly count: number;
  /** Several where the heading does not tell which is meant: they have to agree. */
  readonly lat: readonly AngleColumns[];
  readonly lon: readonly AngleColumns[];
  /** A column with latitude and longitude, where there are none for each. */
  readonly position: { readonly column: number; readonly lonFirst: boolean } | null;
  readonly name: number | null;
  readonly stay: { readonly column: number; readonly hours: number } | null;
  /** Since the start. */
  readonly days: number | null;
  /** A time of arrival. */
  readonly eta: number | null;
  /** Which of several routes a row is of, or of the ships in a record of their positions. */
  readonly route: number | null;
  /** Sentences: what was taken for what, where the heading leaves doubt. */
  readonly notes: readonly string[];
}

interface Candidate {
  readonly axis: Axis;
  readonly column: number;
  readonly part: Part;
  /** 0: nothing but the axis; 1: words that say how; 2: words that may mean another place. */
  readonly rank: number;
  /** Does not name its axis. */
  readonly isBare: boolean;
  readonly isNegative?: boolean;
}

/** Null where the heading has no columns for a position. */
export function columnsOf(headings: readonly string[]): Columns | null {
  const found = headings.map(wordsOf);
  // `lat_min` beside `lat_max` is a bound, not minutes
  const hasBounds = found.some((own) => own.includes('max'));
  // `Lat S` beside `Lat M` are seconds
  const hasSeconds = found.some((own) => {
    return own.some((word) => AXES.lat.has(word)) && own.some((word) => PARTS.minutes.has(word));
  });
  const all: Candidate[] = [];
  found.forEach((own, column) => {
    const before = all.at(-1);
    const candidate =
      candidateOf(own, column, { hasBounds, hasSeconds }) ?? partAfter(own, column, before?.axis);
    if (candidate) all.push(candidate);
  });
  const candidates = all.filter((each) => !each.isBare || isOfBoth(all, each.part));
  const [lat, lon] = [anglesOf(candidates, 'lat', headings), anglesOf(candidates, 'lon', headings)];
  const position = positionColumn(found);
  const hasBoth = lat.length > 0 && lon.length > 0;
  if (!hasBoth && !position) return null;
  const doubtful = [...lat, ...lon].filter(
    ({ degrees }) => candidates.find(({ column }) => column === degrees)!.rank === 2,
  );
  const stay = stayColumn(found);
  return {
    count: headings.length,
    lat: hasBoth ? lat : [],
    lon: hasBoth ? lon : [],
    position: hasBoth ? null : position,
    name: nameColumn(found),
    stay,
    days: indexOrNull(found, (own) => own.join(' ') === 'days'),
    eta: indexOrNull(found, (own) =>
      /^(?:eta|time|datetime|date time|timestamp)(?: utc)?$/.test(own.join(' ')),
    ),
    route: indexOrNull(found, (own) =>
      /^(?:route|mmsi|imo|vessel|ship|(?:route|track|vessel|ship) (?:id|name))$/.test(own.join(' ')),
    ),
    notes: [
      ...[...lat, ...lon]
        .filter(({ isNegative }) => isNegative)
        .map(
          ({ degrees }) =>
            `Numbers without a sign in the column "${headings[degrees]}" were taken as ${lat.some((each) => each.degrees === degrees) ? 'south' : 'west'}.`,
        ),
      ...(hasBoth && doubtful.length > 0
        ? [
            `Positions were taken from the columns ${doubtful.map(({ degrees }) => `"${headings[degrees]}"`).join(' and ')}.`,
          ]
        : []),
      ...(stay?.isGuess ? [`The column "${headings[stay.column]}" was taken as hours.`] : []),
    ],
  };
}

/** `Lat, Min, Lon, Min`; in `Lat, Lon, Min` the last is something else. */
const isOfBoth = (all: readonly Candidate[], part: Part): boolean =>
  (['lat', 'lon'] as const).every((axis) => all.some((each) => each.axis === axis && each.part === part));

/** What a heading with the name of an axis says. */
function candidateOf(
  own: readonly string[],
  column: number,
  { hasBounds, hasSeconds }: { readonly hasBounds: boolean; readonly hasSeconds: boolean },
): Candidate | null {
  const axes = (['lat', 'lon'] as const).filter((axis) => own.some((word) => AXES[axis].has(word)));
  if (axes.length === 1) {
    const axis = axes[0]!;
    const beside = own.filter((word) => !AXES[axis].has(word) && !SIGNS.has(word));
    const isNorth = (word: string) => POSITIVE[axis].has(word);
    const isSouth = (word: string) => NEGATIVE[axis].has(word) && !(word === 's' && hasSeconds);
    // both together are a heading of hemispheres
    const isOneSided = !(beside.some(isNorth) && beside.some(isSouth));
    const isNegative = isOneSided && beside.some(isSouth) && !own.some((word) => SIGNS.has(word));
    const rest = isOneSided ? beside.filter((word) => !isNorth(word) && !isSouth(word)) : beside;
    const { part, others } = hasBounds ? { part: 'whole' as const, others: rest } : partOf(rest);
    const known = others.every((word) => NEUTRAL.has(word) || NOTATIONS.has(word));
    return { axis, column, part, rank: others.length === 0 ? 0 : known ? 1 : 2, isBare: false, isNegative };
  }
  if (axes.length === 2) return null;
  const joined = own.filter((word) => !/^(coord|coordinate|point|wgs|wgs84|84)$/.test(word)).join(' ');
  for (const axis of ['lat', 'lon'] as const) {
    if (joined === FLAT[axis]) return { axis, column, part: 'whole', rank: 1, isBare: false };
  }
  const hemisphere = /^n ?s$/.test(joined) ? 'lat' : /^(?:e ?[wo]|[wo] e)$/.test(joined) ? 'lon' : null;
  return hemisphere && { axis: hemisphere, column, part: 'hemisphere', rank: 0, isBare: false };
}

/** Letters alone are too often something else, such as salinity. */
const LEAST_LETTERS = 3;

/** `deg`, `min` or `hem` without an axis belongs to the axis of the columns before it. */
function partAfter(own: readonly string[], column: number, axis: Axis | undefined): Candidate | null {
  if (axis === undefined || own.every((word) => word.length < LEAST_LETTERS)) return null;
  const { part, others } = partOf(own);
  return part === 'whole' || others.length > 0 ? null : { axis, column, part, rank: 0, isBare: true };
}

/** Words of two parts in one heading, such as `deg min`, are a notation of the whole. */
function partOf(own: readonly string[]): { part: Part; others: readonly string[] } {
  const joined = own.join(' ');
  if (joined === 'n s' || joined === 'e w') return { part: 'hemisphere', others: [] };
  const named = (Object.keys(PARTS) as (keyof typeof PARTS)[]).filter((part) =>
    own.some((word) => PARTS[part].has(word)),
  );
  const others = own.filter((word) => !named.some((part) => PARTS[part].has(word)));
  return named.length === 1
    ? { part: named[0]!, others }
    : { part: 'whole', others: [...others, ...(named.length > 1 ? ['dm'] : [])] };
}

/** Minutes, seconds, hemisphere. */
const MOST_UNNAMED = 3;

function anglesOf(candidates: readonly Candidate[], axis: Axis, headings: readonly string[]): AngleColumns[] {
  const own = candidates.filter((each) => each.axis === axis);
  const of = (part: Part) => own.filter((each) => each.part === part);
  const column = (part: Part) => of(part)[0]?.column ?? null;
  const rest = { minutes: column('minutes'), seconds: column('seconds') };
  const isJoined = rest.minutes !== null;
  // `Lat, Min` and `Lat, N/S`: the column of the axis has the degrees
  const wholes = of('whole').filter(({ rank }) => !isJoined || rank < 2);
  const degrees = of('degrees');
  const numbers = degrees.length > 0 && (isJoined || wholes.length === 0) ? degrees : wholes;
  // `Lat (+N/-S)` and nothing else of this axis has the numbers too
  const first = numbers.length > 0 ? numbers : of('hemisphere');
  const hemisphere = numbers.length > 0 ? column('hemisphere') : null;
  const least = Math.min(...first.map(({ rank }) => rank));
  return first
    .filter(({ rank }) => rank === least)
    .map(({ column: degrees, isNegative = false }) => {
      const last = Math.max(degrees, rest.minutes ?? -1, rest.seconds ?? -1);
      const after = headings.slice(last + 1, last + 1 + MOST_UNNAMED);
      const named = after.findIndex((heading) => heading !== '');
      const unnamed = (named < 0 ? after : after.slice(0, named)).map((_, k) => last + 1 + k);
      return { degrees, ...rest, hemisphere, unnamed, isNegative };
    });
}

const POSITIONS = words(
  'position positions pos coordinates coordinate coords coord koordinaten latlon latlng lonlat wkt geom geometry',
);

function positionColumn(found: readonly string[][]): Columns['position'] {
  const column = found.findIndex((own) => {
    const rest = own.filter((word) => !POSITIONS.has(word) && !AXES.lat.has(word) && !AXES.lon.has(word));
    const isPair = own.some((word) => AXES.lat.has(word)) && own.some((word) => AXES.lon.has(word));
    return (
      (isPair || own.some((word) => POSITIONS.has(word))) &&
      rest.every((word) => NEUTRAL.has(word) || NOTATIONS.has(word))
    );
  });
  if (column < 0) return null;
  const own = found[column]!;
  const at = (axis: Axis) => own.findIndex((word) => AXES[axis].has(word));
  return { column, lonFirst: own.includes('lonlat') || (at('lon') >= 0 && at('lon') < at('lat')) };
}

/** Best first. */
const NAMES: readonly RegExp[] = [
  /^(?:(?:station|stop|site|waypoint|wpt|wp|point) ?)?(?:name|names|bezeichnung|nombre|nom|nome|navn|namn|naam|nimi|название|名称)$|^stationsname$/,
  /^(?:station|stop|site|waypoint|wpt|wp|label|title|event|mooring)$/,
  /^(?:station|stop|site|waypoint|wpt|wp|event) (?:id|no|nr|number|#|label)$/,
  /^(?:id|no|nr|number|#|point)$/,
];

function nameColumn(found: readonly string[][]): number | null {
  for (const pattern of NAMES) {
    const column = indexOrNull(found, (own) => pattern.test(own.join(' ')));
    if (column !== null) return column;
  }
  return null;
}

/** In hours. */
const UNITS: readonly [Set<string>, number][] = [
  [words('h hr hrs hour hours std stunden timer timmar heures horas ore uur uren'), 1],
  [words('min mins minute minutes minuten minutter minuter minutos minuti'), 1 / 60],
  [words('d day days tage dager dage dagar dagen jours dias giorni'), 24],
];

/** The hours of the unit that is among some words, in small letters; undefined where none is. */
export const hoursOfUnit = (own: readonly string[]): number | undefined =>
  UNITS.find(([names]) => own.some((word) => names.has(word)))?.[1];

/** In the languages of the headings of positions. */
const STAY =
  /^(?:stay|duration|hours|time on station|station time|dauer|aufenthalt|liegezeit|opphold|varighet|ophold|varighed|uppehall|varaktighet|duree|duracion|estancia|estadia|durata|duur|verblijf|kesto)\b/;

function stayColumn(found: readonly string[][]) {
  const column = indexOrNull(found, (own) => STAY.test(own.join(' ')));
  if (column === null) return null;
  const hours = hoursOfUnit(found[column]!);
  return { column, hours: hours ?? 1, isGuess: hours === undefined };
}

function indexOrNull(found: readonly string[][], is: (own: string[]) => boolean): number | null {
  const index = found.findIndex(is);
  return index < 0 ? null : index;
}
