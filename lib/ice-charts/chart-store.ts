/**
 * The charts that are stored: each a file of gzipped GeoJSON, and one list of all. A chart's id is made of its reference time and a
 * digest of what is in it, so that a chart that is sent twice is stored once, and the ice under an id never changes.
 */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Box } from '../zones/geometry/polygon.ts';
import { chartBounds, coversSome } from './chart-bounds.ts';
import { ofGeoJson, toGeoJson } from './chart-geojson.ts';
import {
  ChartNotFound,
  ChartRefused,
  ChartsBusy,
  NoChartHere,
  NotChartSender,
  TooManyCharts,
} from './errors.ts';
import type { IceChart } from './ice-chart.ts';

/** Where the files are. */
export interface ChartFiles {
  read(key: string): Promise<(AsyncIterable<Uint8Array> & { readonly etag: string }) | null>;
  write(
    key: string,
    bytes: Uint8Array,
    type?: { contentType: string; contentEncoding?: 'gzip' },
  ): Promise<void>;
  /** Replaces the file with this ETag, or where it is null makes it. False if it is another one by now. */
  replace(key: string, bytes: Uint8Array, etag: string | null): Promise<boolean>;
}

export interface ChartSummary {
  readonly id: string;
  readonly name: string;
  readonly format: IceChart['format'];
  readonly reference_time: string;
  readonly stored: string;
  readonly bounds: Box;
  readonly areas: number;
  readonly info: readonly string[];
}

type Entry = ChartSummary & { readonly sender?: string };

const LIST_KEY = 'ice-charts/list.json';
export const chartKeyOf = (id: string): string => `ice-charts/${id}.json.gz`;
const MAX_CHARTS = 1_000;
/** Positions hardly compress: more takes three times as long for a tenth. */
const COMPRESSION = 2;
/** A typing error in a reference time would make a chart the newest for ever. */
const MOST_AHEAD_MS = 24 * 3_600_000;
/** Each round is lost to another writer. */
const ROUNDS = 10;

export class ChartStore {
  private readonly files: ChartFiles;

  constructor(files: ChartFiles) {
    this.files = files;
  }

  /** All of them, the newest first. */
  async list(): Promise<ChartSummary[]> {
    return (await this.entries()).charts.map(summaryOf);
  }

  /** @throws ChartRefused, TooManyCharts, ChartsBusy */
  async add(
    chart: IceChart,
    sender: string | null,
    now: Date,
  ): Promise<{ summary: ChartSummary; isNew: boolean }> {
    if (Date.parse(chart.referenceTime) > now.getTime() + MOST_AHEAD_MS) {
      throw new ChartRefused(
        `The chart is of ${chart.referenceTime}, which is more than a day ahead: say its time with reference_time.`,
      );
    }
    const json = JSON.stringify(toGeoJson(chart));
    const summary: ChartSummary = {
      id: idOf(chart.referenceTime, json),
      name: chart.name,
      format: chart.format,
      reference_time: chart.referenceTime,
      stored: now.toISOString(),
      bounds: chartBounds(chart),
      areas: chart.areas.length,
      info: chart.info,
    };
    const type = { contentType: 'application/geo+json', contentEncoding: 'gzip' } as const;
    await this.files.write(chartKeyOf(summary.id), gzipSync(json, { level: COMPRESSION }), type);
    let known: Entry | undefined;
    await this.change((charts) => {
      known = charts.find(({ id }) => id === summary.id);
      if (known) return charts;
      if (charts.length >= MAX_CHARTS) throw new TooManyCharts(MAX_CHARTS);
      const entry = { ...summary, ...(sender !== null && { sender }) };
      return [...charts, entry].sort((a, b) => (a.id < b.id ? 1 : -1));
    });
    return { summary: known ? summaryOf(known) : summary, isNew: known === undefined };
  }

  /** Takes a chart off the list; jobs that were accepted with it keep it. @throws ChartNotFound, NotChartSender, ChartsBusy */
  async remove(id: string, requester: string | null): Promise<void> {
    await this.change((charts) => {
      const chart = charts.find((each) => each.id === id);
      if (!chart) throw new ChartNotFound(id);
      if (requester !== null && chart.sender !== requester) throw new NotChartSender(id);
      return charts.filter((each) => each !== chart);
    });
  }

  /** @throws ChartNotFound */
  async find(id: string): Promise<ChartSummary> {
    const found = (await this.list()).find((each) => each.id === id);
    if (!found) throw new ChartNotFound(id);
    return found;
  }

  /**
   * The id of the chart that a request names, or of the newest one of the sea between its places. One of another sea would change nothing.
   *
   * @throws ChartNotFound, NoChartHere, ChartRefused
   */
  async idFor(
    wanted: string,
    places: readonly { readonly lat: number; readonly lon: number }[],
  ): Promise<string> {
    if (wanted !== 'newest') {
      const { id, bounds } = await this.find(wanted);
      if (coversSome(bounds, places)) return id;
      const { south, west, north, east } = bounds;
      throw new ChartRefused(
        `Ice chart "${id}" is of another sea, from (${south}, ${west}) to (${north}, ${east}): name one of the sea between the places, or leave out ice_chart.`,
      );
    }
    const newest = (await this.list()).find(({ bounds }) => coversSome(bounds, places));
    if (!newest) throw new NoChartHere();
    return newest.id;
  }

  /** The gzipped GeoJSON. @throws ChartNotFound */
  async content(id: string): Promise<Buffer> {
    const file = await this.files.read(chartKeyOf(id));
    if (!file) throw new ChartNotFound(id);
    return bytesOf(file);
  }

  /** @throws ChartNotFound */
  async chart(id: string): Promise<IceChart> {
    return ofGeoJson(JSON.parse(gunzipSync(await this.content(id)).toString()));
  }

  private async entries(): Promise<{ charts: Entry[]; etag: string | null }> {
    const file = await this.files.read(LIST_KEY);
    if (!file) return { charts: [], etag: null };
    return { charts: JSON.parse((await bytesOf(file)).toString()), etag: file.etag };
  }

  private async change(make: (charts: Entry[]) => Entry[]): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      const { charts, etag } = await this.entries();
      const changed = make(charts);
      if (changed === charts) return;
      if (await this.files.replace(LIST_KEY, Buffer.from(JSON.stringify(changed)), etag)) return;
    }
    throw new ChartsBusy();
  }
}

const summaryOf = ({ sender: _, ...summary }: Entry): ChartSummary => summary;

/** `20261127T0600Z-1f3a…`: ids sort as reference times do. */
const idOf = (referenceTime: string, json: string): string =>
  `${referenceTime.slice(0, 16).replace(/[-:]/g, '')}Z-${createHash('sha256').update(json).digest('hex').slice(0, 12)}`;

async function bytesOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks);
}
