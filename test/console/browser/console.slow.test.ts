/** Tests of the page in a browser, beside those of console.test.ts. */
import { describe } from 'vitest';
import { testAccess } from './api-key.ts';
import { testBadInput } from './bad-input.ts';
import { testLateAnswers } from './late-answers.ts';
import { testRecentAndVehicles } from './recent-and-vehicles.ts';
import { testSchemaPage } from './schema-page.ts';
import { serve } from './served.ts';

serve();
describe('answers that come late', testLateAnswers);
describe('what may go wrong', testBadInput);
describe('recent routes and vehicles', testRecentAndVehicles);
describe('the API key', testAccess);
describe('the documentation of the API', testSchemaPage);
