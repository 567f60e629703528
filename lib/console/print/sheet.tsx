/** The passage plan on paper: chart, vessel, data and their age, waypoints, alerts. One or two pages of A4. */
import { render } from 'preact';
import { drawRouteChart } from '../../chart/route-chart.ts';
import { METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import { course } from '../../route-files/number-text.ts';
import { passagePlan } from '../../route-files/passage-plan.ts';
import {
  formatDuration,
  formatLatitude,
  formatLongitude,
  formatNumber,
  formatPosition,
} from '../../route-files/shown-text.ts';
import { seasonText } from '../day-of-year.ts';
import { Schedule } from '../drawer/schedule.tsx';
import { WhyOtherTotals } from '../drawer/waypoints.tsx';
import { effectText } from '../panel/zone-effects.tsx';
import { alerts, seaName } from '../state/alerts.ts';
import { activeZones, KIND_LABELS } from '../state/plan-zones.ts';
import {
  lowestRisk,
  type ShownRoute,
  totalConsumption,
  totalDays,
  totalMetres,
} from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { remarkOf, waypointKey, waypointName } from '../state/waypoint-notes.ts';
import { outOfSeason } from '../state/zone-seasons.ts';
import {
  capital,
  distanceIn,
  distanceUnit,
  formatAge,
  formatDay,
  formatMinute,
  formatTime,
  speedIn,
  speedUnit,
} from '../units.ts';

const DAY_MS = 86_400_000;
const MPS_PER_KNOT = METRES_PER_NM / 3600;

/** Fills the sheet of paper, which only print shows; at once, because the browser does not wait. */
export function layOutSheet(paper: HTMLElement): void {
  const route = state.chosenRoute.peek();
  render(route ? <Sheet route={route} /> : <p>There is no route to print.</p>, paper);
}

function Sheet({ route }: { route: ShownRoute }) {
  const { start, end } = route.entry.waypoints;
  const sea = state.sea.value;
  const calculated = state.lines.value.filter(({ line }) => line !== 'greatCircle').map(({ entry }) => entry);
  const caption = [vesselName(), sea && seaName(sea)].filter(Boolean).join(' · ');
  const chart = drawRouteChart({
    routes: calculated,
    mesh: sea?.mesh ?? null,
    zones: activeZones.value,
    caption,
  });
  return (
    <>
      <header>
        <h1>
          {start.name || formatPosition(start)} – {end.name || formatPosition(end)}
        </h1>
        <p>
          Passage plan, {route.label.toLowerCase()}
          <br />
          printed {formatTime(new Date())}
        </p>
      </header>
      <div class={isUpright(chart) ? 'beside' : ''}>
        <div
          class="chart-picture"
          // it escapes every text that it writes
          dangerouslySetInnerHTML={{ __html: chart }}
        />
        <div>
          <Facts route={route} />
          <Alerts />
        </div>
      </div>
      <Zones route={route} />
      {route.stops && (
        <>
          <h2>Schedule</h2>
          <Schedule route={route} />
        </>
      )}
      <Waypoints route={route} />
    </>
  );
}

/** Whether there is room beside a chart on paper: it is higher than wide. */
function isUpright(chart: string): boolean {
  const [, width, height] = /viewBox="0 0 (\S+) (\S+)"/.exec(chart)!;
  return Number(height) > Number(width);
}

const vesselName = (): string =>
  state.vehicleType.value ?? state.sea.value?.summary.vessel_type ?? 'Vessel of the ice data';

function Facts({ route }: { route: ShownRoute }) {
  const [sea, units] = [state.sea.value, state.units.value];
  const departure = state.departure.value;
  const arrival = departure && new Date(departure.getTime() + totalDays(route) * DAY_MS);
  const [consumption, risk] = [totalConsumption(route), lowestRisk(route)];
  const unit = sea?.mesh.consumption === 'battery' ? 'Ah' : 't';
  const service = state.service.value;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Vessel', vesselName()],
    ['Departure', departure ? formatTime(departure) : 'not set'],
    ['Arrival', arrival ? formatTime(arrival) : 'follows from the departure'],
    ['Under way', formatDuration(totalDays(route))],
    ['Distance', `${formatNumber(distanceIn(units, totalMetres(route)), 0)} ${distanceUnit(units)}`],
    ['Consumption', consumption === null ? null : `${formatNumber(consumption, 1)} ${unit}`],
    ['Lowest RIO', risk === null ? null : formatNumber(risk, 0)],
    ['Data', sea && `${capital(seaName(sea))}, made ${formatAge(new Date(sea.summary.created), new Date())}`],
    [
      'Route',
      service.kind === 'answered' ? `${service.routeId} of the service` : 'a draft, neither saved nor proved',
    ],
  ];
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Alerts() {
  return (
    <>
      <h2>Alerts</h2>
      {alerts.value.length === 0 ? (
        <p>None.</p>
      ) : (
        <ul>
          {alerts.value.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The zones that the plan heeds, and what they do to the route. */
function Zones({ route }: { route: ShownRoute }) {
  if (activeZones.value.length === 0) return null;
  return (
    <>
      <h2>Zones</h2>
      <ul>
        {activeZones.value.map(({ name, kind, max_speed_kn: knots, season }) => {
          const effect = route.zones.find((zone) => zone.name === name);
          const limit = kind === 'speed_limit' ? ` ${knots} kn` : '';
          return (
            <li key={name}>
              {name}, {KIND_LABELS[kind].toLowerCase()}
              {limit}
              {season && `, ${seasonText(season)}`}
              {outOfSeason.value.has(name) && ', out of season'}
              {effect && `: ${effectText(effect)}`}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Waypoints({ route }: { route: ShownRoute }) {
  // one that was planned for a departure keeps it until the plan for another is there
  const departure = route.entry.departure ? null : state.departure.value;
  const plan = passagePlan(route.entry, { points: 'sailing', departure });
  const units = state.units.value;
  const inUnits = (nm: number | null) =>
    nm === null ? '' : formatNumber(distanceIn(units, nm * METRES_PER_NM), 1);
  return (
    <>
      <h2>Waypoints</h2>
      <WhyOtherTotals route={route} plan={plan} />
      <table>
        <thead>
          <tr>
            {['#', 'Name', 'Latitude', 'Longitude', 'Arrive, UTC', 'Under way'].map((head) => (
              <th key={head}>{head}</th>
            ))}
            <th>Course</th>
            <th>{distanceUnit(units)}</th>
            <th>{speedUnit(units)}</th>
            <th class="remark">Remarks</th>
          </tr>
        </thead>
        <tbody>
          {plan.waypoints.map((point, i) => {
            const knots = plan.waypoints[i + 1]?.speedKnots ?? null;
            const key = waypointKey(point);
            return (
              <tr key={point.number}>
                <td>{point.number}</td>
                <td>{waypointName(key) ?? point.name}</td>
                <td>{formatLatitude(point.lat)}</td>
                <td>{formatLongitude(point.lon)}</td>
                <td>{point.eta ? `${formatDay(point.eta)} ${formatMinute(point.eta)}` : ''}</td>
                <td>{formatDuration(point.days)}</td>
                <td>
                  {point.courseDegrees === null ? '' : `${course(point.courseDegrees, 1).padStart(5, '0')}°`}
                </td>
                <td>{inUnits(point.distanceNm)}</td>
                <td>{knots === null ? '' : formatNumber(speedIn(units, knots * MPS_PER_KNOT), 1)}</td>
                <td class="remark">{remarkOf(key)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
