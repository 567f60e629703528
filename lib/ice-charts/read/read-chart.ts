/** An ice chart from a file: S-411 or SIGRID-3, told by its content; either may be zipped. */
import { FileUnreadable } from '../../files/errors.ts';
import { type Readers, readAs, recognise } from '../../files/recognise.ts';
import { stemOf, unzip } from '../../files/zip.ts';
import { CodeCount, iceOf } from '../egg.ts';
import type { IceChart } from '../ice-chart.ts';
import { isS411Name } from './chart-archive.ts';
import type { ChartContent } from './chart-content.ts';
import { requireTime, timeIn } from './chart-time.ts';
import { readS411 } from './read-s411.ts';
import { readSigrid } from './read-sigrid.ts';

export interface ChartOptions {
  /** The name of the file, where it has one. */
  readonly fileName?: string | null;
  /** What the user says instead of the file, ISO 8601. */
  readonly referenceTime?: string | null;
}

/** @throws FileUnreadable with a sentence that says what to change */
export function readIceChart(
  bytes: Uint8Array,
  { fileName = null, referenceTime = null }: ChartOptions = {},
): IceChart {
  const { notes, ...chart } = readAs(readers, recognise(bytes));
  const inName = fileName === null ? null : timeIn(fileName);
  const time = requireTime(referenceTime ?? chart.referenceTime ?? inName);
  const name =
    chart.name ?? (fileName === null ? null : stemOf(fileName)) ?? `${chart.format} of ${time.slice(0, 16)}Z`;
  const count = new CodeCount();
  const ices = chart.areas.map(({ egg }) => iceOf(egg, count));
  if (!ices.some(({ concentration, thicknessM }) => concentration !== null || thicknessM !== null)) {
    throw new FileUnreadable(`No area of the chart has a concentration that is known${unknownText(count)}.`);
  }
  const silent = ices.filter(({ concentration }) => concentration === null).length;
  return {
    ...chart,
    name: name.slice(0, 150),
    referenceTime: time,
    info: [
      ...notes,
      silent > 0
        ? `${silent} of ${ices.length} areas have no concentration that is known, and leave the mesh as it is there`
        : null,
      count.undetermined > 0 ? `${counted(count.undetermined, 'code is', 'codes are')} undetermined` : null,
      count.unknown.size > 0 ? `Codes that no table has count as undetermined${unknownText(count)}` : null,
      chart.drawn.length > 0
        ? `${chart.drawn.length} icebergs, leads and edges are drawn, and change no route`
        : null,
    ].filter((sentence) => sentence !== null),
  };
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const unknownText = ({ unknown }: CodeCount): string =>
  unknown.size === 0
    ? ''
    : `: ${[...unknown].map(([code, count]) => (count > 1 ? `${code} (${count} times)` : code)).join(', ')}`;

const readers: Readers<ChartContent> = {
  s411: ({ text, notes }) => withNotes(readS411(text), notes),
  zip: ({ bytes }) => readZip(bytes),
};

function readZip(bytes: Uint8Array): ChartContent {
  const files = unzip(bytes, isS411Name);
  const charts = files.map(({ bytes }) => recognise(bytes)).filter(({ format }) => format === 's411');
  if (charts.length === 0) return readSigrid(bytes);
  if (charts.length > 1)
    throw new FileUnreadable(`The zip archive has ${charts.length} ice charts: send them one by one.`);
  const chart = charts[0] as { text: string; notes: readonly string[] };
  return withNotes(readS411(chart.text), chart.notes);
}

const withNotes = (chart: ChartContent, notes: readonly string[]): ChartContent => ({
  ...chart,
  notes: [...notes, ...chart.notes],
});
