import { METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import { course } from '../../route-files/number-text.ts';
import { type PassagePlan, passagePlan } from '../../route-files/passage-plan.ts';
import { noteWaypoint } from '../state/session.ts';
import { type ShownRoute, totalConsumption, totalDays } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { MOST_CHARACTERS, remarkOf, waypointKey, waypointName } from '../state/waypoint-notes.ts';
import {
  distanceIn,
  distanceUnit,
  formatClock,
  formatDay,
  formatDuration,
  formatLatitude,
  formatLongitude,
  formatNumber,
  speedIn,
  speedUnit,
} from '../units.ts';

const MPS_PER_KNOT = METRES_PER_NM / 3600;

/** The waypoints to steer by, with course, distance, speed and times. */
export function Waypoints({ route }: { route: ShownRoute }) {
  // one that was planned for a departure keeps it until the plan for another is there
  const departure = route.entry.departure ? null : state.departure.value;
  const plan = passagePlan(route.entry, { points: 'sailing', departure });
  const units = state.units.value;
  const inUnits = (nm: number) => formatNumber(distanceIn(units, nm * METRES_PER_NM), 1);
  /** A plan says of each waypoint how fast the leg was that arrives there. */
  const speedToNext = (i: number): string => {
    const knots = plan.waypoints[i + 1]?.speedKnots;
    return knots === undefined || knots === null ? '' : formatNumber(speedIn(units, knots * MPS_PER_KNOT), 1);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <section class="waypoints" tabIndex={0} aria-label={`Passage: ${route.label}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Name</th>
            <th scope="col">Position</th>
            <th scope="col">Arrive</th>
            <th scope="col">Course to next</th>
            <th scope="col">{distanceUnit(units)} to next</th>
            <th scope="col">{speedUnit(units)} to next</th>
            <th scope="col">Under way</th>
            {plan.consumes && <th scope="col">{plan.consumes === 'fuel' ? 'Fuel, t' : 'Battery, Ah'}</th>}
            <th scope="col">{distanceUnit(units)} so far</th>
            <th scope="col">Remarks</th>
          </tr>
        </thead>
        <tbody>
          {plan.waypoints.map((point, i) => (
            <tr
              key={point.number}
              onPointerEnter={() => {
                state.pointed.value = {
                  line: route.line,
                  metres: point.cumulativeNm * METRES_PER_NM,
                  from: 'table',
                };
              }}
              onPointerLeave={() => {
                state.pointed.value = null;
              }}
            >
              <td>{point.number}</td>
              <td>
                <Note
                  label={`Name of waypoint ${point.number}`}
                  value={waypointName(waypointKey(point)) ?? point.name}
                  onChange={(name) =>
                    noteWaypoint(waypointKey(point), { name: name === point.name ? '' : name })
                  }
                />
              </td>
              <Pair parts={[formatLatitude(point.lat), formatLongitude(point.lon)]} />
              <Pair parts={point.eta ? [formatDay(point.eta), formatClock(point.eta)] : ['–']} />
              <td>
                {point.courseDegrees === null ? '' : `${course(point.courseDegrees, 1).padStart(5, '0')}°`}
              </td>
              <td>{point.distanceNm === null ? '' : inUnits(point.distanceNm)}</td>
              <td>{speedToNext(i)}</td>
              <Pair parts={formatDuration(point.days).split(BEFORE_MINUTES)} />
              {plan.consumes && (
                <td>{point.consumption === null ? '' : formatNumber(point.consumption, 1)}</td>
              )}
              <td>{inUnits(point.cumulativeNm)}</td>
              <td>
                <Note
                  label={`Remark at waypoint ${point.number}`}
                  placeholder="remark"
                  value={remarkOf(waypointKey(point))}
                  onChange={(remark) => noteWaypoint(waypointKey(point), { remark })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <WhyOtherTotals route={route} plan={plan} />
    </section>
  );
}

/** In a duration of hours too. */
const BEFORE_MINUTES = /(?<=h)\s/;

/** What stands in two lines where the table has no room for one. */
const Pair = ({ parts }: { parts: readonly string[] }) => (
  <td class="pair">{parts.map((part, i) => [i > 0 && ' ', <span key={part}>{part}</span>])}</td>
);

interface NoteProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A text of the passage that a person writes. */
function Note({ label, placeholder, value, onChange }: NoteProps) {
  return (
    <input
      class="note"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      maxLength={MOST_CHARACTERS}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  );
}

/** Half a minute, and what is rounded away of tonnes. */
const SAME_DAYS = 0.5 / 1440;
const SAME_CONSUMPTION = 0.05;

/** The passage has fewer, straighter legs than the calculated route: where that is seen in its totals, it says so. */
function WhyOtherTotals({ route, plan }: { route: ShownRoute; plan: PassagePlan }) {
  const last = plan.waypoints.at(-1)!;
  const days = last.days - totalDays(route);
  const consumption = (last.consumption ?? 0) - (totalConsumption(route) ?? 0);
  if (Math.abs(days) < SAME_DAYS && Math.abs(consumption) < SAME_CONSUMPTION) return null;
  const more = (value: number) => (value >= 0 ? 'more' : 'less');
  const unit = plan.consumes === 'battery' ? 'Ah' : 't';
  return (
    <p class="quiet why">
      These {plan.waypoints.length} waypoints are as few as can be steered: {formatDuration(Math.abs(days))}{' '}
      {more(days)}
      {plan.consumes && ` and ${formatNumber(Math.abs(consumption), 1)} ${unit} ${more(consumption)}`} than
      the route as it was calculated, which turns at every change of the ice.
    </p>
  );
}
