/**
 * Tests of the page in a browser: that it starts, the first route, all of planning by keyboard alone and by touch, looks
 * and access. Each part by mouse, and what is less often changed, is in console.slow.test.ts. They are in one file to
 * share the browser and the service, which take seconds to start.
 */
import { describe } from 'vitest';
import { testEveryone } from './everyone.ts';
import { testKeyboard } from './keyboard.ts';
import { testPlanning } from './planning.ts';
import { testRoutes } from './routes.ts';
import { testScreens } from './screens.ts';
import { testSea } from './sea.ts';
import { serve } from './served.ts';
import { testStarting } from './starting.ts';
import { testTouch } from './touch.ts';

serve();
describe('starting', testStarting);
describe('the sea', testSea);
describe('routes', testRoutes);
describe('planning', testPlanning);
describe('the keyboard', testKeyboard);
describe('touch', testTouch);
describe('screens', () => testScreens('a phone'));
describe('everyone', testEveryone);
