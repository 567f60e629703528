/** Stops from a file: a cruise plan, GPX, RTZ, GeoJSON, CSV or a list. The readers are loaded when the first file comes. */
import { batch, signal } from '@preact/signals';
import type { FileContent, TextContent } from '../../files/recognise.ts';
import type { CruiseLeg } from '../../voyage/cruise-plans/cruise-plan-legs.ts';
import { contentOf } from '../file-content.ts';
import { addStops, setStops } from '../state/edit-stops.ts';
import { recordStep } from '../state/history.ts';
import { say } from '../state/notices.ts';
import { forgetAnswer } from '../state/service-route.ts';
import * as state from '../state/state.ts';
import { bestOrder } from '../state/stops.ts';
import { MOST_STOPS, type NewStop, newStopOf, withStops } from './stop-list.ts';
import { placeOfWork } from './stop-work.ts';

/** The legs of the cruise plan that was opened, of which one is to be chosen. */
export const cruiseLegs = signal<readonly CruiseLeg[]>([]);

export async function openStopsFile(file: File): Promise<void> {
  try {
    const content = await contentOf(file);
    const isPlan = content.format === 'cruise-plan' || /\.ya?ml$/i.test(file.name);
    if (isPlan && 'text' in content) await openCruisePlan(content.text);
    else if (content.format === 'text') showPlaces(await placesOfList(content));
    else showPlaces(await placesOfRoute(content));
  } catch (error) {
    say('error', `${file.name} can't be used: ${(error as Error).message}`);
  }
}

async function openCruisePlan(yaml: string): Promise<void> {
  const [{ parseCruisePlan }, { legsOf }] = await Promise.all([
    import('../../voyage/cruise-plans/cruise-plan.ts'),
    import('../../voyage/cruise-plans/cruise-plan-legs.ts'),
  ]);
  const legs = legsOf(parseCruisePlan(yaml), { freeOrder: false });
  if (legs.length === 1) showLeg(legs[0]!);
  else cruiseLegs.value = legs;
}

/** A leg of a cruise plan becomes the plan. */
export function showLeg({
  from,
  to,
  stops: planned,
  bufferHours,
  leftOut,
  remarks: legRemarks,
}: CruiseLeg): void {
  if (planned.length > MOST_STOPS) {
    say('error', `The leg has ${planned.length} stops; a voyage has at most ${MOST_STOPS}.`);
    return;
  }
  batch(() => {
    cruiseLegs.value = [];
    forgetAnswer();
    state.start.value = from;
    state.end.value = to;
    bestOrder.value = false;
    setStops(
      withStops(
        [],
        planned.map(({ work, ...stop }) => ({
          ...{ ...stop, after: [...stop.after] },
          ...(work && { ...work, ...placeOfWork(work) }),
        })),
      ),
    );
    state.fitAsked.value++;
  });
  recordStep();
  const remarks = [
    legRemarks.length > 0 && `Work: ${legRemarks.join('; ')}.`,
    bufferHours > 0 && `Its buffer time of ${bufferHours} h is not planned.`,
    leftOut.length > 0 && `Left out, because they name no place: ${leftOut.join(', ')}.`,
  ].filter(Boolean);
  if (remarks.length > 0) say('info', remarks.join(' '));
}

async function placesOfRoute(content: FileContent): Promise<NewStop[]> {
  const { readPlaces } = await import('../../route-files/read-places.ts');
  return readPlaces(content).map(({ lat, lon, name }) => ({ lat, lon, ...(name && { name }) }));
}

async function placesOfList({ text, notes: decoding }: TextContent): Promise<readonly NewStop[]> {
  const { problemOf, readStations } = await import('../../files/read-stations.ts');
  const { stations, notRead, notes: reading } = readStations(text);
  const notes = [...decoding, ...reading];
  const problem = problemOf(notRead);
  if (stations.length === 0) throw new Error(problem ?? 'it has no positions.');
  const count = stations.length === 1 ? 'One stop was' : `${stations.length} stops were`;
  if (problem) say('error', [`${count} added. ${problem}`, ...notes].join(' '));
  else if (notes.length > 0) say('info', [`${count} added.`, ...notes].join(' '));
  return stations.map(newStopOf);
}

/** Where A or B is not set, the first place becomes A and the last B. */
function showPlaces(places: readonly NewStop[]): void {
  const rest = [...places];
  const ends = {
    ...(state.start.peek() === null && rest.length > 1 && { start: rest.shift()! }),
    ...(state.end.peek() === null && rest.length > 1 && { end: rest.pop()! }),
  };
  if (!addStops(rest)) return;
  batch(() => {
    for (const which of ['start', 'end'] as const) {
      const place = ends[which];
      if (!place) continue;
      const { lat, lon, name } = place;
      state.ends[which].value = { lat, lon, ...(name && { name }) };
    }
    state.fitAsked.value++;
  });
  recordStep();
}
