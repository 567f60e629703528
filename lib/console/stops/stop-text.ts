/** Stops as the text of a link: `-62.5,-40.25,6,,,0+1,CTD 5;…`, behind the name what only some have (stop-work.ts). */
import type { Stop } from '../../voyage/stops/stop-fields.ts';
import { isWork } from '../../voyage/work/work-ways.ts';
import { minuteText, timeFrom } from './minute-text.ts';
import { MOST_STAY_HOURS, MOST_STOPS, type StopList, withStops } from './stop-list.ts';
import { extrasFromText, extrasToText, placeOfWork } from './stop-work.ts';

export function stopsToText(list: StopList): string {
  const index = new Map(list.map(({ name }, i) => [name, i]));
  return list.map((stop) => stopToText(stop, index)).join(';');
}

function stopToText(stop: Stop, index: Map<string, number>) {
  const { lat, lon, stay_hours, not_before, not_after, after, name } = stop;
  const degrees = [lat, lon].map((value) => Number(value.toFixed(7)));
  const others = after.map((other) => index.get(other)).join('+');
  const own = encodeURIComponent(name).replaceAll('%20', ' ');
  return [
    ...[...degrees, stay_hours || '', minuteText(not_before), minuteText(not_after), others, own],
    ...extrasToText(stop),
  ].join(',');
}

/** Undefined where the text makes no sense. */
export function stopsFromText(text: string): StopList | undefined {
  const read = text.split(';').map(stopFromText);
  if (read.length > MOST_STOPS || !read.every((stop) => stop !== null)) return undefined;
  const list = withStops(
    [],
    read.map(({ before: _, ...stop }) => stop),
  );
  return list.map((stop, i) => ({
    ...stop,
    after: read[i]!.before.flatMap((other) => (list[other] && other !== i ? [list[other].name] : [])),
  }));
}

function stopFromText(text: string) {
  const [lat = '', lon = '', stay = '', from = '', to = '', others = '', name = '', ...more] =
    text.split(',');
  const place = { lat: Number(lat), lon: Number(lon) };
  const isPlace =
    lat.trim() !== '' && lon.trim() !== '' && Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180;
  const extras = extrasFromText(more);
  const hours = Number(stay);
  const isStay = hours >= 0 && hours <= MOST_STAY_HOURS;
  const [notBefore, notAfter] = [timeFrom(from), timeFrom(to)];
  const isWindow = Boolean(notBefore) === Boolean(from) && Boolean(notAfter) === Boolean(to);
  if (!isPlace || !extras || !isStay || !isWindow) return null;
  const known = name && decoded(name);
  return {
    ...place,
    ...(known && { name: known }),
    stay_hours: hours,
    not_before: notBefore,
    not_after: notAfter,
    ...extras,
    ...(isWork(extras) && placeOfWork(extras)),
    before: others ? others.split('+').map(Number) : [],
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
