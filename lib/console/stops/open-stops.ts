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
    if (isPlan && 'text' in content) await openCruisePlan(file, content.text);
    else if (content.format === 'text') showPlaces(file, await placesOfList(content));
    else showPlaces(file, await placesOfRoute(content));
  } catch (error) {
    say('error', `${file.name} can't be used: ${(error as Error).message}`);
  }
}

async function openCruisePlan({ name: file }: File, yaml: string): Promise<void> {
  const [{ parseCruisePlan }, { legsOf }] = await Promise.all([
    import('../../voyage/cruise-plans/cruise-plan.ts'),
    import('../../voyage/cruise-plans/cruise-plan-legs.ts'),
  ]);
  const legs = legsOf(parseCruisePlan(yaml), { freeOrder: false });
  if (legs.length === 1) return showLeg(legs[0]!);
  cruiseLegs.value = legs;
  say('info', `${file} has ${legs.length} legs: choose one under "Add stops".`);
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

interface PlacesRead {
  readonly places: readonly NewStop[];
  readonly problem?: string | null;
  /** Sentences. */
  readonly remarks: readonly string[];
}

async function placesOfRoute(content: FileContent): Promise<PlacesRead> {
  const { readPlaces } = await import('../../route-files/read-places.ts');
  const { places, notes } = readPlaces(content);
  return {
    places: places.map(({ lat, lon, name }) => ({ lat, lon, ...(name && { name }) })),
    remarks: notes,
  };
}

const A_LIST = 'A list has a position in each line, such as CTD 5 62°30.0′S 040°15.0′W.';

/** A text most of which is no position is no list. */
async function placesOfList({ text, notes: decoding }: TextContent): Promise<PlacesRead> {
  const { problemOf, readStations } = await import('../../files/read-stations.ts');
  const { stations, notRead, notes, columns } = readStations(text);
  const problem = problemOf(notRead);
  if (stations.length === 0 || notRead.length > stations.length)
    throw new Error(`${problem ?? 'it has no positions'}. ${A_LIST}`);
  const isOfRoute = (columns?.eta ?? -1) >= 0;
  const compared = 'As a route to compare it is opened under "A route of your own".';
  const remarks = [...decoding, ...notes, ...(isOfRoute ? [compared] : [])];
  return { places: stations.map(newStopOf), problem: problem && `${problem}.`, remarks };
}

/** Where A or B is not set, the first place becomes A and the last B. */
function showPlaces({ name: file }: File, { places, problem, remarks }: PlacesRead): void {
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
  const count = rest.length === 1 ? 'one stop' : `${rest.length} stops`;
  const ofEnds = [...(ends.start ? ['A'] : []), ...(ends.end ? ['B'] : [])].join(', ');
  const read = `${file} was read as ${ofEnds && `${ofEnds} and `}${count}.`;
  say(problem ? 'error' : 'info', [read, ...(problem ? [problem] : []), ...remarks].join(' '));
}
