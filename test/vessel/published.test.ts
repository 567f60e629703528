/** Our models against the vessel meshes that the published tool made: every value of every cell. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseMesh } from '../../lib/meshes/read/parse-mesh.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { accessOf } from '../../lib/vessel/access.ts';
import { performanceOf } from '../../lib/vessel/performance.ts';
import { apparentWind } from '../../lib/vessel/wind.ts';
import { boaty, sda, sdaInWaves, slocum, twinOtter } from './vehicles.ts';

const reference = new URL('../../../shared/reference/', import.meta.url);
const read = (file: string) => gunzipSync(readFileSync(new URL(file, reference)));

/** The greatest relative difference, and how many numbers were compared. */
class Comparison {
  worst = 0;
  count = 0;

  numbers(ours: number, published: number): void {
    this.count++;
    const scale = Math.max(Math.abs(published), Math.abs(ours));
    if (scale > 0) this.worst = Math.max(this.worst, Math.abs(ours - published) / scale);
  }
}

const cases = [
  { vehicle: sda, env: 'meshes/weddell-sea-8k', vessel: 'meshes/weddell-sea-8k', tolerance: 1e-9 },
  {
    vehicle: sdaInWaves,
    env: 'vessel-performance/grf_normal',
    vessel: 'vessel-performance/grf_normal',
    tolerance: 1e-7,
  },
  {
    vehicle: boaty,
    env: 'vessel-performance/alr_test_mesh',
    vessel: 'vessel-performance/alr_test_mesh',
    tolerance: 1e-9,
  },
  {
    vehicle: twinOtter,
    env: 'vessel-performance/twin_otter_test_mesh',
    vessel: 'vessel-performance/twin_otter_test_mesh',
    tolerance: 1e-9,
  },
];

describe.skipIf(!existsSync(reference))('vessel meshes of the published tool', () => {
  it.each(cases)('$env for $vehicle.vessel_type', ({ vehicle, env, vessel, tolerance }) => {
    const { source } = parseMesh(read(`${env}.env.json.gz`));
    const published = new Map<string, Record<string, never>>(
      JSON.parse(read(`${vessel}.vessel.json.gz`).toString()).cellboxes.map((cell: { id: string }) => [
        cell.id,
        cell,
      ]),
    );
    const environment = source.environment!;
    const model = vesselOf(vehicle);
    const access = accessOf(model, environment);
    const { speeds, rates, forces } = performanceOf(model, environment, access.inaccessible);
    const compared = new Comparison();
    let cells = 0;
    source.ids.forEach((id, row) => {
      const cell = published.get(id); // cells that the tool has split are compared by add_vehicle's test
      if (!cell) return;
      cells++;
      expect(access.inaccessible[row] === 1, id).toBe(cell.inaccessible);
      for (const [flag, closed] of access.flags) expect(closed[row] === 1, `${id} ${flag}`).toBe(cell[flag]);
      if (cell.inaccessible) return;
      const eight = (field: string, of: (heading: number) => number) => {
        for (let heading = 0; heading < 8; heading++) compared.numbers(of(heading), cell[field]![heading]!);
      };
      eight('speed', (heading) => speeds[8 * row + heading]!);
      eight(model.consumption.of, (heading) => rates[8 * row + heading]!);
      if (cell['ice resistance'] !== undefined) compared.numbers(forces.ice[row]!, cell['ice resistance']);
      if (cell['wind resistance'] === undefined) return;
      const { windEast, windNorth } = environment.columns;
      const wind = (heading: number) =>
        apparentWind(forces.calmSpeeds[row]!, heading, windEast![row]!, windNorth![row]!);
      eight('wind resistance', (heading) => forces.wind![8 * row + heading]!);
      eight('relative wind speed', (heading) => wind(heading).speed);
      eight('relative wind angle', (heading) => wind(heading).angle);
      eight('resistance', (heading) => forces.ice[row]! + forces.wind![8 * row + heading]!);
    });
    expect(cells).toBeGreaterThan(0.7 * source.ids.length);
    expect(compared.count).toBeGreaterThan(10 * cells * 0.4);
    expect(compared.worst).toBeLessThan(tolerance);
  });

  it('of a glider', () => {
    const { cellboxes } = JSON.parse(read('small/slocum_tt.vessel.json.gz').toString());
    const column = (field: string) =>
      Float64Array.from(cellboxes, (cell: Record<string, number>) => cell[field]!);
    const { source } = parseMesh(read('small/slocum_tt.vessel.json.gz'));
    const environment = source.environment!;
    expect(environment.columns.elevation).toEqual(column('elevation'));
    const model = vesselOf(slocum);
    const access = accessOf(model, environment);
    const { speeds, rates } = performanceOf(model, environment, access.inaccessible);
    cellboxes.forEach((cell: Record<string, never>, row: number) => {
      for (const [flag, closed] of access.flags) expect(closed[row] === 1).toBe(cell[flag]);
      expect(access.inaccessible[row] === 1).toBe(cell.inaccessible);
      if (cell.inaccessible) return;
      expect([...speeds.subarray(8 * row, 8 * row + 8)]).toEqual(cell.speed);
      for (let k = 0; k < 8; k++) expect(rates[8 * row + k]).toBeCloseTo(cell.battery![k]!, 6);
    });
  });
});
