import type { ComponentChildren } from 'preact';
import type { ShownRoute } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import {
  distanceIn,
  distanceUnit,
  formatDuration,
  formatNumber,
  formatPosition,
  formatTime,
} from '../units.ts';

const DAY_MS = 86_400_000;

/** Where the voyage calls, when it arrives and leaves, and the legs between. */
export function Calls({ route }: { route: ShownRoute }) {
  const { stops, legs } = route;
  if (!stops || !legs) return null;
  const units = state.units.value;
  const consumes = route.consumption !== null;
  const waits = stops.some(({ wait_hours }) => hours(wait_hours) !== '');
  const unit = state.sea.value?.mesh.consumption === 'battery' ? 'Ah' : 't';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <section class="waypoints calls" tabIndex={0} aria-label="Stops and legs">
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Stop</th>
            <th scope="col">Position</th>
            <th scope="col">Arrive</th>
            {waits && <th scope="col">Wait</th>}
            <th scope="col">Stay</th>
            <th scope="col">Leave</th>
            <th scope="col">{distanceUnit(units)} to next</th>
            <th scope="col">Time to next</th>
            {consumes && <th scope="col">{unit} to next</th>}
          </tr>
        </thead>
        <tbody>
          {stops.map((stop, i) => (
            <tr
              key={`${stop.name} ${stop.vertex}`}
              onPointerEnter={() => {
                state.pointed.value = {
                  line: route.line,
                  metres: route.distanceM[stop.vertex]!,
                  from: 'table',
                };
              }}
              onPointerLeave={() => {
                state.pointed.value = null;
              }}
            >
              <td>{i === 0 ? 'A' : i === stops.length - 1 ? 'B' : i}</td>
              <td>{stop.name}</td>
              <td>{formatPosition(stop)}</td>
              <td>{i === 0 ? '' : when(stop.arrives_days)}</td>
              {waits && <td>{hours(stop.wait_hours)}</td>}
              <td>{hours(stop.stay_hours)}</td>
              <td>{i === stops.length - 1 ? '' : when(stop.leaves_days)}</td>
              <Leg leg={legs[i]}>{({ metres }) => formatNumber(distanceIn(units, metres), 1)}</Leg>
              <Leg leg={legs[i]}>{({ days }) => formatDuration(days)}</Leg>
              {consumes && (
                <Leg leg={legs[i]}>
                  {({ consumption }) => (consumption === null ? '' : formatNumber(consumption, 1))}
                </Leg>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type LegOf = NonNullable<ShownRoute['legs']>[number];

/** A cell about the leg to the next stop; nothing at the last. */
function Leg({ leg, children }: { leg: LegOf | undefined; children: (leg: LegOf) => ComponentChildren }) {
  return <td>{leg && children(leg)}</td>;
}

function when(days: number): string {
  const departure = state.departure.value;
  return departure ? formatTime(new Date(departure.getTime() + days * DAY_MS)) : formatDuration(days);
}

/** Nothing of less than half a minute. */
const hours = (value: number): string => (value * 120 < 1 ? '' : formatDuration(value / 24));
