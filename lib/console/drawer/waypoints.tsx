import { METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import { course } from '../../route-files/number-text.ts';
import { type PassagePlan, passagePlan } from '../../route-files/passage-plan.ts';
import {
  formatDuration,
  formatLatitude,
  formatLongitude,
  formatNumber,
} from '../../route-files/shown-text.ts';
import { Duration, Pair } from '../pair.tsx';
import { noteWaypoint } from '../state/session.ts';
import { type ShownRoute, totalConsumption, totalDays } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { MOST_CHARACTERS, remarkOf, waypointKey, waypointName } from '../state/waypoint-notes.ts';
import { distanceIn, distanceUnit, formatDay, formatMinute, speedIn, speedUnit } from '../units.ts';
import { type Column, PassageTable } from './passage-table.tsx';

const MPS_PER_KNOT = METRES_PER_NM / 3600;

/** The waypoints to steer by, with course, distance, speed and times. */
export function Waypoints({ route }: { route: ShownRoute }) {
  // one that was planned for a departure keeps it until the plan for another is there
  const departure = route.entry.departure ? null : state.departure.value;
  const plan = passagePlan(route.entry, { points: 'sailing', departure });
  return (
    <PassageTable
      name={`Passage: ${route.label}`}
      route={route}
      columns={columnsOf(plan)}
      rows={plan.waypoints}
      metresOf={({ cumulativeNm }) => cumulativeNm * METRES_PER_NM}
    >
      <WhyOtherTotals route={route} plan={plan} />
    </PassageTable>
  );
}

type Waypoint = PassagePlan['waypoints'][number];

function columnsOf({ waypoints, consumes }: PassagePlan): Column<Waypoint>[] {
  const units = state.units.value;
  const unit = distanceUnit(units);
  const inUnits = (nm: number | null) =>
    nm === null ? '' : formatNumber(distanceIn(units, nm * METRES_PER_NM), 1);
  return [
    { title: '#', kind: 'number', of: ({ number }) => number },
    { title: 'Name', kind: 'name', of: (point) => <Name point={point} /> },
    {
      title: 'Position',
      kind: 'position',
      of: ({ lat, lon }) => <Pair parts={[formatLatitude(lat), formatLongitude(lon)]} />,
    },
    {
      title: waypoints.some(({ eta }) => eta) ? 'Arrive, UTC' : 'Arrive',
      kind: 'time',
      of: ({ eta }) => <Pair parts={eta ? [formatDay(eta), formatMinute(eta)] : ['–']} />,
    },
    {
      title: 'Course to next',
      of: ({ courseDegrees }) =>
        courseDegrees === null ? '' : `${course(courseDegrees, 1).padStart(5, '0')}°`,
    },
    { title: `${unit} to next`, of: ({ distanceNm }) => inUnits(distanceNm) },
    {
      title: `${speedUnit(units)} to next`,
      // a plan says of each waypoint how fast the leg was that arrives there
      of: (_, i) => {
        const knots = waypoints[i + 1]?.speedKnots ?? null;
        return knots === null ? '' : formatNumber(speedIn(units, knots * MPS_PER_KNOT), 1);
      },
    },
    {
      title: 'Under way',
      of: ({ days }) => <Duration days={days} />,
    },
    ...(consumes
      ? [
          {
            title: consumes === 'fuel' ? 'Fuel, t' : 'Battery, Ah',
            of: ({ consumption }: Waypoint) => (consumption === null ? '' : formatNumber(consumption, 1)),
          },
        ]
      : []),
    { title: `${unit} so far`, of: ({ cumulativeNm }) => inUnits(cumulativeNm) },
    { title: 'Remarks', kind: 'remark', of: (point) => <Remark point={point} /> },
  ];
}

function Name({ point }: { point: Waypoint }) {
  const key = waypointKey(point);
  return (
    <Note
      label={`Name of waypoint ${point.number}`}
      value={waypointName(key) ?? point.name}
      onChange={(name) => noteWaypoint(key, { name: name === point.name ? '' : name })}
    />
  );
}

function Remark({ point }: { point: Waypoint }) {
  const key = waypointKey(point);
  return (
    <Note
      label={`Remark at waypoint ${point.number}`}
      placeholder="remark"
      value={remarkOf(key)}
      onChange={(remark) => noteWaypoint(key, { remark })}
    />
  );
}

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
export function WhyOtherTotals({ route, plan }: { route: ShownRoute; plan: PassagePlan }) {
  const last = plan.waypoints.at(-1)!;
  const days = last.days - totalDays(route);
  const consumption = (last.consumption ?? 0) - (totalConsumption(route) ?? 0);
  const more = (value: number) => (value >= 0 ? 'more' : 'less');
  const unit = plan.consumes === 'battery' ? 'Ah' : 't';
  const others = [
    Math.abs(days) >= SAME_DAYS && `${formatDuration(Math.abs(days))} ${more(days)}`,
    plan.consumes &&
      Math.abs(consumption) >= SAME_CONSUMPTION &&
      `${formatNumber(Math.abs(consumption), 1)} ${unit} ${more(consumption)}`,
  ].filter(Boolean);
  if (others.length === 0) return null;
  return (
    <p class="quiet why">
      These {plan.waypoints.length} waypoints are as few as can be steered: {others.join(' and ')} than the
      route as it was calculated, which turns at every change of the ice.
    </p>
  );
}
