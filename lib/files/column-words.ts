/** Words in the headings of tables, in the languages of ships' and cruises' tables. */

export type Axis = 'lat' | 'lon';
export type Part = 'whole' | 'degrees' | 'minutes' | 'seconds' | 'hemisphere';

export const words = (text: string) => new Set(text.split(' '));

export const AXES: Readonly<Record<Axis, Set<string>>> = {
  lat: words(
    'lat latitude latitud latitudine breite breitengrad bredde breddegrad bredd breddgrad breedte breedtegraad leveysaste широта 纬度 緯度 위도',
  ),
  lon: words(
    'lon long lng longitude longitud longitudine lange laenge langengrad laengengrad lengde lengdegrad længde længdegrad langd langdgrad lengte lengtegraad pituusaste долгота 经度 經度 経度 경도',
  ),
};
export const POSITIVE: Readonly<Record<Axis, Set<string>>> = {
  lat: words('n north nord norte noord nordl nordlich nordliche'),
  lon: words('e east est este ost øst oost ostl ostlich ostliche'),
};
export const NEGATIVE: Readonly<Record<Axis, Set<string>>> = {
  lat: words('s south sud sur sul syd sør zuid sudl sudlich sudliche'),
  lon: words('w west ouest oeste ovest v vest vast westl westlich westliche'),
};
/** Of columns that name no axis. */
export const FLAT: Readonly<Record<Axis, string>> = { lat: 'y', lon: 'x' };
/** Not degrees; degrees and minutes with a point between them; an O alone, which is west in French and east in German. */
const UNCLEAR = /\brad(?:ian)?s?\b|d\.m|(?<!\be\W+|\p{L})o(?!\W+w\b|\p{L})/iu;

export const PARTS: Readonly<Record<Exclude<Part, 'whole'>, Set<string>>> = {
  degrees: words('deg degs degree degrees grad grader graden grados degres gradi d'),
  minutes: words('min mins minute minutes minuten minutter minuter minutos minuti m'),
  seconds: words('sec secs second seconds sekunden sekunder seconden secondes segundos secondi s'),
  hemisphere: words('h hem hemi hemisphere dir direction ns ew nord sud'),
};
/** Beside a side they say what a sign means, not that numbers without one are on that side: `Lat (-S)`, `Lat (S negative)`. */
export const SIGNS = words('sign neg negative negativ negatif minus');
/** Words beside an axis that leave its column the one that is meant. */
export const NEUTRAL = words(
  'dd dec decimal wgs84 wgs 84 north east n e geographic geo gps station stn site point wp waypoint in the',
);
/** Words of a column that says again what another says. */
export const NOTATIONS = words('dm ddm dms decmin text str string');
/** `latdeg`, `lonmin`. */
const GLUED = /^(lat|lon|long|lng)(deg|d|min|m|sec|s|dd|dec|hem|h|dir|ns|ew)$/;

/**
 * The words of a heading in small letters, without accents; `LatDeg`, `lat_deg`, `Lat (deg)` and `Lat °` are the same. None of
 * one that does not tell which number is meant.
 */
export function wordsOf(heading: string): string[] {
  if (UNCLEAR.test(heading)) return [];
  return heading
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/(?<=\p{L})['’]s\b/gu, '')
    .replace(/(?<=[([,/]\s*)[-−+]/g, ' sign ')
    .replaceAll('°', ' deg ')
    .replace(/['′’]/g, ' min ')
    .replace(/["″”]/g, ' sec ')
    .split(/[^\p{L}\p{N}#]+/u)
    .flatMap((word) => GLUED.exec(word)?.slice(1) ?? word)
    .filter((word) => word !== '');
}
