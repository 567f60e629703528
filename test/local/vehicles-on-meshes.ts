import { describe, expect, it } from 'vitest';
import { environmentGrid } from '../meshes/mesh-files.ts';
import { sdaFields } from '../vessel/vehicles.ts';
import { addEnvironment, totalOf } from './environment-mesh.ts';
import { service } from './served.ts';

/** A vehicle named in a request, from the stored fields to the route, through the whole service. */
export function testVehiclesOnMeshes(): void {
  describe('on an environment mesh', () => {
    const ends = { start_lat: -59.5, start_lon: 0.5, end_lat: -57.5, end_lon: 2.5 };

    it('each vehicle has its own route, with the vehicle, its risk and the borrowed properties', async () => {
      const mesh = environmentGrid();
      for (const cell of mesh.cellboxes) Object.assign(cell, { SIC: 60, thickness: 0.8, density: 900 });
      await addEnvironment(service, 'grid', JSON.stringify(mesh), '20240101T000000');
      const ship = { ...sdaFields, vessel_type: 'Strong', ice_class: 'PC7' };
      const weak = { ...ship, vessel_type: 'Weak', force_limit: sdaFields.force_limit / 2 };
      for (const each of [ship, weak]) expect((await service.post('/api/vehicle', each)).status).toBe(201);
      expect((await service.post('/api/route', ends)).status).toBe(404);

      const [first, second] = [
        await service.route({ ...ends, vehicle_type: 'Strong' }),
        await service.route({ ...ends, vessel_type: 'Weak' }),
      ].map(({ route }) => route.routes[0]);
      expect(totalOf(second, 'total_traveltime')).toBeGreaterThan(1.2 * totalOf(first, 'total_traveltime'));
      expect(second.vehicle).toEqual(weak);
      expect(second.risk).toEqual({
        ice_class: 'PC7',
        lowest_rio: 12,
        distance_below_zero: 0,
        hours_below_zero: 0,
      });
      expect(second.path.features[0].properties.rio.slice(0, 2)).toEqual([null, 12]);
      expect(second.info.info).toMatch(
        /as that of RRS Sir David Attenborough.*risk index \(RIO\) is indicative/,
      );

      const again = await service.post('/api/route', { ...ends, vehicle_type: 'Weak' });
      expect(again.status).toBe(200);
      await service.post('/api/vehicle', { ...weak, min_depth: 11, force_properties: 'true' });
      expect((await service.post('/api/route', { ...ends, vehicle_type: 'Weak' })).status).toBe(202);
      expect((await service.delete('/api/vehicle/Weak')).status).toBe(204);
      expect(
        (await service.get(again.body.route_url.replace(/^.*(?=\/api)/, ''))).body.routes[0].vehicle,
      ).toEqual(weak);
      expect((await service.post('/api/route', { ...ends, vehicle_type: 'Weak' })).status).toBe(404);
      expect((await service.keys('vehicle-meshes/')).length).toBeGreaterThan(1);
    });

    it('a vehicle with negative consumption, or an unknown unit, is refused with the reason', async () => {
      const params = { speed_coeffs: [0, 0, -1], resistance_coeffs: [0, 0] };
      const perpetual = {
        ...sdaFields,
        vessel_type: 'Perpetual',
        consumption_model: { type: 'polynomial_fuel', params },
      };
      const { status, body } = await service.post('/api/vehicle', perpetual);
      expect([status, JSON.stringify(body)]).toEqual([
        400,
        expect.stringContaining('consumption_model gives'),
      ]);
      const odd = { ...sdaFields, vessel_type: 'Odd', unit: 'furlongs' };
      expect((await service.post('/api/vehicle', odd)).status).toBe(201);
      const refused = await service.post('/api/route', { ...ends, vehicle_type: 'Odd' });
      expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('"furlongs"') } });
    });
  });
}
