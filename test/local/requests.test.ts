/**
 * Requests of all kinds to the whole service. Each kind adds the mesh that it asks about; of those that lie at a place
 * it is the newest, so that the others' do not matter.
 */
import { describe } from 'vitest';
import { testBadInput } from './bad-input.ts';
import { testBatches } from './batches.ts';
import { testCharts } from './charts.ts';
import { testContinue } from './continue.ts';
import { testForecast } from './forecast.ts';
import { testLimits } from './limits.ts';
import { testMatrix } from './matrix.ts';
import { testReach } from './reach.ts';
import { serve } from './served.ts';
import { testVehiclesOnMeshes } from './vehicles-on-meshes.ts';
import { testViews } from './views.ts';
import { testWatches } from './watches.ts';
import { testZones } from './zones.ts';

serve();
describe('bad input', testBadInput); // first: it looks at a list of no vehicles
describe('vehicles', testVehiclesOnMeshes);
describe('reach', testReach);
describe('matrix', testMatrix);
describe('batches', testBatches);
describe('zones', testZones);
describe('watches', testWatches);
describe('under way', testContinue);
describe('ice charts', testCharts);
describe('views', testViews);
describe('a sea that changes', testForecast);
describe('the limits', testLimits); // last: they leave no room for another
