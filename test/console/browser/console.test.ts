/**
 * All tests of the page in a browser. They are in one file to share the browser and the service, which take
 * seconds to start.
 */
import { describe } from 'vitest';
import { testAccess } from './api-key.ts';
import { testBadInput } from './bad-input.ts';
import { testCompare } from './compare.ts';
import { testEveryone } from './everyone.ts';
import { testFiles } from './files.ts';
import { testLateAnswers } from './late-answers.ts';
import { testLooks } from './looks.ts';
import { testPicture } from './picture.ts';
import { testPlanning } from './planning.ts';
import { testReach } from './reach.ts';
import { testRecentAndVehicles } from './recent-and-vehicles.ts';
import { testRoutes } from './routes.ts';
import { testSchemaPage } from './schema-page.ts';
import { testScreens } from './screens.ts';
import { testSea } from './sea.ts';
import { serve } from './served.ts';
import { testSpeed } from './speed.ts';
import { testStarting } from './starting.ts';
import { testStops } from './stops.ts';
import { testZones } from './zones.ts';

serve();
describe('starting', testStarting);
describe('the sea', testSea);
describe('routes', testRoutes);
describe('planning', testPlanning);
describe('stops', testStops);
describe('speed', testSpeed);
describe('reach', testReach);
describe('zones', testZones);
describe('compare', testCompare);
describe('answers that come late', testLateAnswers);
describe('files', testFiles);
describe('looks', testLooks);
describe('screens', testScreens);
describe('everyone', testEveryone);
describe('what may go wrong', testBadInput);
describe('recent routes and vehicles', testRecentAndVehicles);
describe('the API key', testAccess);
describe('the documentation of the API', testSchemaPage);
describe('the pictures', testPicture);
