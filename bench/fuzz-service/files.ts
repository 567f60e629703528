import { strToU8, zipSync } from 'fflate';
import { routeFileFormats } from '../../lib/route-files/format-types.ts';
import { writeRouteFile } from '../../lib/route-files/formats.ts';
import { zipped } from '../../test/files/write-shapefile.ts';
import { routeEntry, southward } from '../../test/route-files/route-entry.ts';
import type { Random } from '../service/random.ts';
import { mutateText } from './mutate.ts';

const options = {
  points: 'sailing',
  departure: new Date('2026-11-21T10:00:00Z'),
  rtzVersion: '1.2',
} as const;
const routes = routeFileFormats.map((format) => writeRouteFile(routeEntry(southward), format, options).text);

/** Lists as people write them: a table with a heading, lines, degrees and minutes, decimal commas. */
const stations = [
  'Station;Lat Grad;Lat Min;N/S;Lon Grad;Lon Min;E/W\nA;60;30,5;S;45;15;W\nB;62;1;S;50;0;W\n',
  "# cruise\nA 60°30.5'S 45°15.0'W\nB 62 10 S 50 00 W\n",
  'name,latitude,longitude,stay_hours\n"A, ""x""",-60.5,-45.25,2\nB,-62,310,1.5\n',
];

const S411 = `<ice:IceDataSet xmlns:ice="http://www.jcomm.info/ice" xmlns:gml="http://www.opengis.net/gml/3.2"><ice:IceFeatureMember>
<ice:seaice gml:id="a"><gml:Polygon><gml:exterior><gml:LinearRing><gml:posList>-60 -66 -59 -66 -59 -65 -60 -66</gml:posList>
</gml:LinearRing></gml:exterior></gml:Polygon><ice:iceact>90</ice:iceact><ice:iceapc>6030</ice:iceapc><ice:icesod>9187</ice:icesod>
</ice:seaice></ice:IceFeatureMember></ice:IceDataSet>`;
const ring = [[-60, -66], [-60, -65], [-58, -65], [-60, -66]] as const; // biome-ignore format: positions
const sigrid = zipped('ice_20240214T0600Z', [
  { rings: [ring], attributes: { CT: '90', CA: '60', SA: '91', POLY_TYPE: 'I' } },
]);

const chartFiles: readonly Uint8Array[] = [strToU8(S411), sigrid, sigrid];
const routeFiles: readonly Uint8Array[] = [...routes, ...stations].map((text) => strToU8(text));

/** An ice chart, a list of stations or a route as a file, changed: in its text, its bytes, its length, or zipped after that. */
function fuzzFile(files: readonly Uint8Array[], random: Random): Uint8Array<ArrayBuffer> {
  let bytes = random.pick(files).slice();
  const isText = bytes[0] !== 0x50;
  for (let times = random.below(3); times >= 0; times--) {
    if (isText && random.chance(0.7))
      bytes = strToU8(mutateText(new TextDecoder().decode(bytes), random)).slice();
    else {
      const at = random.below(bytes.length + 1);
      bytes.fill(random.below(256), at, at + random.below(40));
    }
    if (random.chance(0.15)) bytes = bytes.slice(0, random.below(bytes.length + 1));
  }
  return random.chance(0.15)
    ? zipSync({ [random.pick(['a.gpx', 'b.gml', 'c.shp', '../d.csv'])]: bytes }).slice()
    : bytes;
}

const TYPES = [
  'application/octet-stream',
  'text/xml',
  'application/zip',
  'text/csv',
  'application/gpx+xml',
  'application/json',
];

/** A file to one of the operations that take one. */
export function fuzzFileRequest(random: Random) {
  const isChart = random.chance(0.4);
  const chart = `/api/ice_chart${random.pick(['', '?reference_time=2024-02-14T06:00Z', '?reference_time=x', '?name=ice_20240213.zip'])}`;
  const route = `/api/evaluate_route${random.pick(['', '?route=1', '?route=x', '?ice_chart=newest&vehicle_type=SDA'])}`;
  return {
    method: 'POST',
    path: isChart ? chart : route,
    headers: { 'content-type': random.pick(TYPES) },
    body: fuzzFile(isChart ? chartFiles : routeFiles, random),
  };
}

/** A chart to be dropped in the mesh bucket. */
export const fuzzChart = (random: Random): Uint8Array => fuzzFile(chartFiles, random);
