/**
 * Tests of the page in a browser; what is less often changed is in console.slow.test.ts. They are in one file to
 * share the browser and the service, which take seconds to start.
 */
import { describe } from 'vitest';
import { testEveryone } from './everyone.ts';
import { testKeyboard } from './keyboard.ts';
import { testPlanning } from './planning.ts';
import { testReach } from './reach.ts';
import { testRoutes } from './routes.ts';
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
describe('the keyboard', testKeyboard);
describe('screens', () => testScreens('a phone'));
describe('everyone', testEveryone);
