import { CLOSED_REASONS, type ClosedReason, unknownEnvironment } from '../engine/mesh/environment.ts';
import type { EnvironmentSource, MeshSource } from '../engine/mesh/mesh-source.ts';
import { type Access, type AccessFlag, accessOf, withChartRisk } from './access.ts';
import { performanceOf } from './performance.ts';
import type { Vessel } from './vessel.ts';

const REASONS: Record<AccessFlag, ClosedReason> = {
  land: 'land',
  shallow: 'shallow',
  ext_ice: 'ice',
  ext_waves: 'waves',
  elevation_max: 'elevation',
  risk: 'risk',
};

/**
 * The mesh of one vessel on an environment mesh, as the engine compiles it.
 *
 * @throws VesselUnusable where the vessel would consume less than nothing
 */
export function meshForVessel(vessel: Vessel, source: EnvironmentSource): MeshSource {
  const cellCount = source.bounds.length / 4;
  const environment = withChartRisk(vessel, source.environment ?? unknownEnvironment(cellCount));
  const access = accessOf(vessel, environment);
  const { speeds, rates } = performanceOf(vessel, environment, access.inaccessible);
  const accessible = new Uint8Array(cellCount);
  for (let at = 0; at < speeds.length; at += 8) {
    let highest = 0;
    for (let k = at; k < at + 8; k++) {
      speeds[k] /= 3.6; // km/h to m/s
      if (speeds[k] > 0) highest = Math.max(highest, rates[k]);
      if (speeds[k] > 0) accessible[at / 8] = 1;
    }
    // so that what is interpolated next to a heading that can't be sailed is not too low
    for (let k = at; k < at + 8; k++) if (speeds[k] === 0) rates[k] = highest;
  }
  const closedReason = closedReasons(access, accessible);
  return {
    ...source,
    environment,
    accessible,
    speeds,
    rates,
    consumption: vessel.consumption.of,
    closedReason,
  };
}

/** n: why each cell is closed, as an index of CLOSED_REASONS; of several reasons the first. */
function closedReasons({ flags, inaccessible }: Access, accessible: Uint8Array): Uint8Array {
  const codeOf = (reason: ClosedReason) => CLOSED_REASONS.indexOf(reason);
  const reasons = new Uint8Array(accessible.length);
  for (const [flag, cells] of flags) {
    const code = codeOf(REASONS[flag]);
    for (let i = 0; i < cells.length; i++) if (cells[i] && reasons[i] === 0) reasons[i] = code;
  }
  const [zone, speed] = [codeOf('zone'), codeOf('speed')];
  for (let i = 0; i < reasons.length; i++) {
    if (accessible[i]) reasons[i] = 0;
    else if (!inaccessible[i]) reasons[i] = speed;
    else if (reasons[i] === 0) reasons[i] = zone;
  }
  return reasons;
}
