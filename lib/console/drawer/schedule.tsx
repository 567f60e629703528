import { METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import { type Schedule as Planned, type ScheduleRow, timeOf } from '../../route-files/schedule.ts';
import {
  formatDuration,
  formatLatitude,
  formatLongitude,
  formatNumber,
} from '../../route-files/shown-text.ts';
import { Duration, Pair } from '../pair.tsx';
import { readable } from '../readable.ts';
import { consumptionUnit } from '../state/consumption.ts';
import { reportError } from '../state/notices.ts';
import { copySchedule, saveCalendar, saveSchedule, scheduleOfRoute } from '../state/schedule.ts';
import type { ShownRoute } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { distanceIn, distanceUnit, formatDay, formatMinute } from '../units.ts';
import { LightKey, LightStrip } from './light-strip.tsx';
import { type Column, PassageTable } from './passage-table.tsx';

interface ScheduleProps {
  readonly route: ShownRoute;
  /** On the screen it can be copied and downloaded. */
  readonly hasTools?: boolean;
}

/** What happens when: stops, lines, waits, and what is sailed between them. */
export function Schedule({ route, hasTools = false }: ScheduleProps) {
  const schedule = scheduleOfRoute(route);
  return (
    <PassageTable
      class="calls"
      name="Schedule"
      route={route}
      columns={columnsOf(route, schedule)}
      rows={schedule.rows}
      metresOf={({ arrives }) => metresAt(route, arrives)}
    >
      {hasTools && <Tools route={route} isTimed={schedule.departure !== null} />}
    </PassageTable>
  );
}

function Tools({ route, isTimed }: { readonly route: ShownRoute; readonly isTimed: boolean }) {
  const service = state.service.value;
  return (
    <div class="row schedule-tools">
      <button type="button" onClick={() => copySchedule(route).catch(reportError)}>
        Copy the table
      </button>
      <button type="button" onClick={() => saveSchedule(route).catch(reportError)}>
        CSV
      </button>
      {service.kind === 'answered' && isTimed ? (
        <button type="button" onClick={() => saveCalendar(route, service.routeId).catch(reportError)}>
          Calendar (ics)
        </button>
      ) : (
        <span class="hint">Saved with a departure, it is a calendar too.</span>
      )}
      {isTimed && <LightKey />}
    </div>
  );
}

const BEFORE_YEAR = /\s(?=\d{4})/;

function columnsOf(route: ShownRoute, { rows, departure }: Planned): Column<ScheduleRow>[] {
  const units = state.units.value;
  const distance = (nm: number) => formatNumber(distanceIn(units, nm * METRES_PER_NM), 1);
  const when = (days: number) => {
    if (!departure) return <Duration days={days} />;
    const time = timeOf(departure, days);
    return <Pair parts={[...formatDay(time).split(BEFORE_YEAR), formatMinute(time)]} />;
  };
  const ofClock = (title: string) => (departure ? `${title}, UTC` : title);
  const calls = rows.filter(({ what }) => what !== 'wait');
  const consumedTo = (row: ScheduleRow) => route.legs?.[calls.indexOf(row) - 1]?.consumption ?? null;
  const column = (
    title: string,
    kind: Column<ScheduleRow>['kind'],
    of: Column<ScheduleRow>['of'],
  ): Column<ScheduleRow> => ({ title, ...(kind && { kind }), of });
  const only = (isShown: boolean, one: Column<ScheduleRow>) => (isShown ? [one] : []);
  return [
    column('#', 'number', (row) => numberOf(row, calls)),
    column('Stop', 'name', ({ name }) => name),
    column('Position', 'position', ({ lat, lon }) => (
      <Pair parts={[formatLatitude(lat), formatLongitude(lon)]} />
    )),
    column(`${distanceUnit(units)} to it`, undefined, ({ nmTo }) => (nmTo === null ? '' : distance(nmTo))),
    column('Time to it', undefined, ({ hoursTo }) =>
      hoursTo === null ? '' : <Duration days={hoursTo / 24} />,
    ),
    ...only(
      route.consumption !== null,
      column(`${consumptionUnit.value} to it`, undefined, (row) => {
        const consumed = consumedTo(row);
        return consumed === null ? '' : formatNumber(consumed, 1);
      }),
    ),
    ...only(
      rows.some(({ fuelLeft }) => fuelLeft !== null),
      column('t left aboard', undefined, ({ fuelLeft }) => tonnes(fuelLeft)),
    ),
    ...only(
      rows.some(({ fuelTaken }) => fuelTaken !== null),
      column('t taken', undefined, ({ fuelTaken }) => tonnes(fuelTaken)),
    ),
    column(ofClock('Arrive'), 'time', ({ arrives, what }) => (what === 'departure' ? '' : when(arrives))),
    ...only(
      rows.some(({ waitsFor }) => waitsFor !== null),
      column('Wait', 'sentence', ({ arrives, begins, waitsFor }) =>
        waitsFor === null ? (
          ''
        ) : (
          <>
            <Duration days={begins - arrives} />: {readable(waitsFor)}
          </>
        ),
      ),
    ),
    column('Stay', undefined, ({ begins, leaves }) => stay(leaves - begins)),
    ...only(
      rows.some(({ pausesDays }) => pausesDays > 0),
      column('Of it paused', undefined, ({ pausesDays }) => stay(pausesDays)),
    ),
    ...only(
      departure !== null,
      column('Light', 'light', (row) => <LightStrip place={row} {...stayOf(row, departure!)} />),
    ),
    ...only(
      rows.some(({ work }) => work !== null),
      column('Of it sailed', undefined, ({ work, what }) =>
        work ? (
          <Pair
            parts={[
              `${what === 'area' ? 'box' : what}: ${distance(work.nm)}\u00a0${distanceUnit(units)}`,
              formatDuration(work.hours / 24),
            ]}
          />
        ) : (
          ''
        ),
      ),
    ),
    column(ofClock('Leave'), 'time', ({ leaves, what }) => (what === 'arrival' ? '' : when(leaves))),
  ];
}

/** From the end of a wait for the stop to leaving it; all of a wait for the sea. */
const stayOf = ({ what, arrives, begins, leaves }: ScheduleRow, departure: Date) => ({
  from: timeOf(departure, what === 'wait' ? arrives : begins),
  to: timeOf(departure, leaves),
});

/** A and B, and stops as they are numbered on the map; a wait for the sea has none. */
function numberOf(row: ScheduleRow, calls: readonly ScheduleRow[]): string {
  const at = calls.indexOf(row);
  if (at < 0) return '';
  if (at === 0) return 'A';
  return at === calls.length - 1 ? 'B' : String(at);
}

const tonnes = (some: number | null): string => (some === null ? '' : formatNumber(some, 1));

/** Nothing of less than half a minute. */
const stay = (days: number) => (days * 2880 < 1 ? '' : <Duration days={days} />);

/** How far along the route it is that many days after its departure. */
function metresAt({ timeDays, distanceM }: ShownRoute, days: number): number {
  const at = timeDays.findIndex((each) => each >= days - 1e-9);
  return distanceM[at < 0 ? distanceM.length - 1 : at]!;
}
