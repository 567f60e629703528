import { METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import { course } from '../../route-files/number-text.ts';
import { passagePlan } from '../../route-files/passage-plan.ts';
import type { ShownRoute } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import {
  distanceIn,
  distanceUnit,
  formatDuration,
  formatLatitude,
  formatLongitude,
  formatNumber,
  formatTime,
  speedIn,
  speedUnit,
} from '../units.ts';

const MPS_PER_KNOT = METRES_PER_NM / 3600;

/** The waypoints to steer by, with course, distance, speed and times. */
export function Waypoints({ route }: { route: ShownRoute }) {
  const plan = passagePlan(route.entry, { points: 'sailing', departure: state.departure.value });
  const units = state.units.value;
  const inUnits = (nm: number) => formatNumber(distanceIn(units, nm * METRES_PER_NM), 1);
  return (
    <div class="waypoints">
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Name</th>
            <th scope="col">Latitude</th>
            <th scope="col">Longitude</th>
            <th scope="col">Course</th>
            <th scope="col">Leg, {distanceUnit(units)}</th>
            <th scope="col">Total, {distanceUnit(units)}</th>
            <th scope="col">Speed, {speedUnit(units)}</th>
            <th scope="col">Under way</th>
            {plan.consumes && <th scope="col">{plan.consumes === 'fuel' ? 'Fuel, t' : 'Battery, Ah'}</th>}
            <th scope="col">ETA</th>
          </tr>
        </thead>
        <tbody>
          {plan.waypoints.map((point) => (
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
              <td>{point.name}</td>
              <td>{formatLatitude(point.lat)}</td>
              <td>{formatLongitude(point.lon)}</td>
              <td>
                {point.courseDegrees === null ? '' : `${course(point.courseDegrees, 1).padStart(5, '0')}°`}
              </td>
              <td>{point.distanceNm === null ? '' : inUnits(point.distanceNm)}</td>
              <td>{inUnits(point.cumulativeNm)}</td>
              <td>
                {point.speedKnots === null
                  ? ''
                  : formatNumber(speedIn(units, point.speedKnots * MPS_PER_KNOT), 1)}
              </td>
              <td>{formatDuration(point.days)}</td>
              {plan.consumes && (
                <td>{point.consumption === null ? '' : formatNumber(point.consumption, 1)}</td>
              )}
              <td>{point.eta ? formatTime(point.eta) : 'set a departure'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
