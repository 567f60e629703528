import { formatDuration, formatNumber, formatPosition } from '../../route-files/shown-text.ts';
import { consumptionUnit } from '../state/consumption.ts';
import type { ShownRoute } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { distanceIn, distanceUnit, formatTime } from '../units.ts';
import { type Column, PassageTable } from './passage-table.tsx';

const DAY_MS = 86_400_000;

/** Where the voyage calls, when it arrives and leaves, and the legs between. */
export function Calls({ route }: { route: ShownRoute }) {
  const { stops, legs } = route;
  if (!stops || !legs) return null;
  return (
    <PassageTable
      class="calls"
      name="Stops and legs"
      route={route}
      columns={columnsOf(route, stops, legs)}
      rows={stops}
      metresOf={({ vertex }) => route.distanceM[vertex]!}
    />
  );
}

type Stops = NonNullable<ShownRoute['stops']>;
type Legs = NonNullable<ShownRoute['legs']>;

function columnsOf(route: ShownRoute, stops: Stops, legs: Legs): Column<Stops[number]>[] {
  const units = state.units.value;
  const last = stops.length - 1;
  /** Of the leg to the next stop; nothing at the last. */
  const ofLeg = (text: (leg: Legs[number]) => string) => (_: unknown, i: number) =>
    legs[i] ? text(legs[i]) : '';
  const waits: Column<Stops[number]> = { title: 'Wait', of: ({ wait_hours }) => hours(wait_hours) };
  const unit = consumptionUnit.value;
  const consumed: Column<Stops[number]> = {
    title: `${unit} to next`,
    of: ofLeg(({ consumption }) => (consumption === null ? '' : formatNumber(consumption, 1))),
  };
  return [
    { title: '#', kind: 'number', of: (_, i) => (i === 0 ? 'A' : i === last ? 'B' : i) },
    { title: 'Stop', kind: 'name', of: ({ name }) => name },
    { title: 'Position', kind: 'position', of: (stop) => formatPosition(stop) },
    { title: 'Arrive', kind: 'time', of: ({ arrives_days }, i) => (i === 0 ? '' : when(arrives_days)) },
    ...(stops.some(({ wait_hours }) => hours(wait_hours) !== '') ? [waits] : []),
    { title: 'Stay', of: ({ stay_hours }) => hours(stay_hours) },
    { title: 'Leave', kind: 'time', of: ({ leaves_days }, i) => (i === last ? '' : when(leaves_days)) },
    {
      title: `${distanceUnit(units)} to next`,
      of: ofLeg(({ metres }) => formatNumber(distanceIn(units, metres), 1)),
    },
    { title: 'Time to next', of: ofLeg(({ days }) => formatDuration(days)) },
    ...(route.consumption === null ? [] : [consumed]),
  ];
}

function when(days: number): string {
  const departure = state.departure.value;
  return departure ? formatTime(new Date(departure.getTime() + days * DAY_MS)) : formatDuration(days);
}

/** Nothing of less than half a minute. */
const hours = (value: number): string => (value * 120 < 1 ? '' : formatDuration(value / 24));
