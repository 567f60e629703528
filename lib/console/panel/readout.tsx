import { cellsAt } from '../../engine/mesh/locate.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { formatLatitude, formatLongitude, formatNumber } from '../../route-files/shown-text.ts';
import { CLOSED_STYLES, closedKind } from '../map/sea-fields.ts';
import * as state from '../state/state.ts';
import { consumptionRateUnit, formatSpeed, type UnitSystem } from '../units.ts';

const HEADINGS = ['NE', 'E', 'SE', 'S', 'SW', 'W', 'NW', 'N'];

/** Position and values of the cell under the pointer, where a finger tapped, or at the middle of a map that keys move. */
export function Readout() {
  const atMiddle = state.onMapByKeys.value ? state.place.value : null;
  const point = state.underPointer.value ?? state.tapped.value ?? atMiddle;
  const sea = state.shownSea.value;
  if (!point) return null;
  const cell = sea ? (cellsAt(sea.mesh, point)[0] ?? -1) : -1;
  return (
    <section
      class="readout card"
      aria-label={point === atMiddle ? 'At the middle of the map' : 'Under the pointer'}
    >
      {point === atMiddle && <p class="hint">Middle of the map</p>}
      <p class="position">
        {formatLatitude(point.lat)} {formatLongitude(point.lon)}
      </p>
      {sea &&
        (cell >= 0 ? <CellValues mesh={sea.mesh} cell={cell} /> : <p class="quiet">outside the ice data</p>)}
    </section>
  );
}

function CellValues({ mesh, cell }: { mesh: Mesh; cell: number }) {
  const units = state.units.value;
  const rows = state.fields.value
    .map((field) => [field, field.value(mesh, cell)] as const)
    .filter(([, value]) => !Number.isNaN(value));
  return (
    <>
      <dl>
        {rows.map(([field, value]) => (
          <div key={field.id}>
            <dt>{field.label}</dt>
            <dd>
              {formatNumber(field.shown(value, units), field.decimals)} {field.unit(units, mesh)}
            </dd>
          </div>
        ))}
        {cell < mesh.openCount && <Current mesh={mesh} cell={cell} units={units} />}
      </dl>
      {cell < mesh.openCount ? (
        <ByHeading mesh={mesh} cell={cell} units={units} />
      ) : (
        <p class="quiet">closed: {CLOSED_STYLES[closedKind(mesh, cell)].label}</p>
      )}
    </>
  );
}

function Current({ mesh, cell, units }: { mesh: Mesh; cell: number; units: UnitSystem }) {
  const [east, north] = [mesh.motion[4 * cell + 2]!, mesh.motion[4 * cell + 3]!];
  const speed = Math.hypot(east, north);
  if (speed < 0.005) return null;
  const towards = Math.round((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
  return (
    <div>
      <dt>Current</dt>
      <dd>
        {formatSpeed(units, speed)} to {String(towards).padStart(3, '0')}°
      </dd>
    </div>
  );
}

/** Speed and consumption at the eight headings, where they differ. */
function ByHeading({ mesh, cell, units }: { mesh: Mesh; cell: number; units: UnitSystem }) {
  const profile = mesh.profile[cell]!;
  if (profile < 0) return null;
  const values = mesh.profiles.subarray(16 * profile, 16 * profile + 16);
  return (
    <table class="by-heading">
      <tbody>
        {HEADINGS.map((heading, k) => (
          <tr key={heading}>
            <th scope="row">{heading}</th>
            <td>{values[k] === 0 ? 'closed' : formatSpeed(units, values[k]!)}</td>
            {mesh.consumption && (
              <td>
                {formatNumber(values[8 + k]!, 1)} {consumptionRateUnit(mesh.consumption)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
