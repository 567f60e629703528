/** What is put into the data folder of a published state. */
import { environmentGrid } from '../../meshes/mesh-files.ts';
import { sda } from '../../vehicles/sda.ts';
import { boxPolygon } from '../../zones/areas.ts';
import { gridMesh } from '../grid-mesh.ts';

/** A vehicle whose consumption is a polynomial of its own. */
export const ship = {
  ...sda,
  vessel_type: 'Trial',
  consumption_model: {
    type: 'polynomial_fuel',
    params: {
      speed_coeffs: [0.001714, -0.02624, 0.2979],
      resistance_coeffs: [7.75218178e-11, 6.48113363e-6],
    },
  },
};

export const zone = { name: 'Reserve', kind: 'closed', geometry: boxPolygon(-51.3, -66.4, -49.7, -63.6) };

/** It holds for every request. */
const standing = {
  type: 'Feature',
  properties: { name: 'Bay', kind: 'closed' },
  geometry: boxPolygon(-48, -68.5, -46, -65),
};

export const files = {
  'sea.vessel.json': JSON.stringify(gridMesh({ columns: 16 })),
  'sea.env.json': JSON.stringify(environmentGrid({ columns: 10, rows: 10 })),
  'standing.json': JSON.stringify({ type: 'FeatureCollection', features: [standing] }),
};

/** A route of the vehicle on the mesh of the sea, and one round both zones on that of a vessel. */
export const requests = [
  { start_lat: -59.5, start_lon: 0.5, end_lat: -51.5, end_lon: 8.5, vehicle_type: ship.vessel_type },
  { start_lat: -65.1, start_lon: -56.1, end_lat: -65.1, end_lon: -44.9, zones: [zone.name] },
];

/** Not finished when the state is stopped. */
export const underWay = { ...requests[1]!, start_lat: -64.1, end_lat: -66.1 };
