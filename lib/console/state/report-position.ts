/** What a person says of a watched ship, and the service is told of it. */
import { batch, computed, signal } from '@preact/signals';
import { ApiError } from '../api/client.ts';
import * as service from '../api/service.ts';
import type { Watch } from '../api/types.ts';
import { say } from './notices.ts';
import { isOfShip } from './ship-faults.ts';
import { NO_PLACE, NOTHING_TOLD, type ShipTold, type StopBehind } from './ship-here.ts';
import type { OpenedWatch } from './shown-watch.ts';
import { chosenWatch, refreshWatches } from './watches.ts';

const DAY_MS = 86_400_000;

interface Report {
  readonly watchId: string;
  readonly told: ShipTold;
  /** What is wrong with each field of it. */
  readonly faults: Readonly<Record<string, string>>;
}

/** Whether its form is shown, also after the panel was folded for the map. */
export const reportShown = signal(false);

const draft = signal<Report | null>(null);

/** Of the chosen watch. */
export const report = computed<Omit<Report, 'watchId'>>(() =>
  draft.value && draft.value.watchId === chosenWatch.value ? draft.value : { told: NOTHING_TOLD, faults: {} },
);

/** What was refused is no longer what is said. */
export function tellOfWatched(change: Partial<ShipTold>): void {
  const watchId = chosenWatch.peek();
  if (watchId !== null) draft.value = { watchId, told: { ...report.peek().told, ...change }, faults: {} };
}

/** The stops on its way: what is reported to be done stays so, so that none is said to be without a hand. */
export function stopsOfWatched({ watch, planned: { stops } }: OpenedWatch, { done }: ShipTold): StopBehind[] {
  const departure = Date.parse(watch.departure);
  return (stops?.slice(1, -1) ?? []).map(({ name, leaves_days: days }) => {
    const isFixed = watch.done?.includes(name) ?? false;
    return {
      ...{ name, isFixed, isDone: isFixed || (done[name] ?? false) },
      leaves: new Date(departure + days * DAY_MS),
    };
  });
}

/** Whether a report can be sent; where it can't, its field says why. */
export function isReportWhole(): boolean {
  const [watchId, { told }] = [chosenWatch.peek(), report.peek()];
  if (watchId === null || told.place) return told.place !== null;
  draft.value = { watchId, told, faults: { lat: NO_PLACE } };
  return false;
}

/** What is refused stays as it was typed. */
export async function sendReport(watchId: string): Promise<void> {
  const { told } = report.peek();
  const { place, time, done, fuelAboard } = told;
  const names = Object.entries(done).flatMap(([name, isDone]) => (isDone ? [name] : []));
  try {
    const watch = await service.reportPosition(watchId, {
      ...{ lat: place!.lat, lon: place!.lon, time: (time ?? new Date()).toISOString() },
      ...(names.length > 0 && { done: names }),
      ...(fuelAboard !== null && { fuel_aboard_tonnes: fuelAboard }),
    });
    batch(() => {
      draft.value = null;
      tellReport(watch);
    });
  } catch (error) {
    const fields = error instanceof ApiError ? error.fields : {};
    if (!Object.keys(fields).some(isOfShip)) throw error;
    draft.value = { watchId, told, faults: fields };
    return;
  }
  await refreshWatches();
}

export async function reportTrack(watchId: string, file: File): Promise<void> {
  const track = new Uint8Array(await file.arrayBuffer());
  tellReport(await service.reportPosition(watchId, { track }));
  await refreshWatches();
}

function tellReport({ name, ended, info }: Watch): void {
  if (ended) say('info', `${name} has arrived: the watch has ended.`);
  else say('info', info ?? `${name}: the position is reported.`);
}
