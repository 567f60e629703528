/** Tests of the page in a browser, beside those of console.test.ts. */
import { describe } from 'vitest';
import { testAccess } from './api-key.ts';
import { testBadInput } from './bad-input.ts';
import { testCompare } from './compare.ts';
import { testFiles } from './files.ts';
import { testLateAnswers } from './late-answers.ts';
import { testLooks } from './looks.ts';
import { testPicture } from './picture.ts';
import { testRecentAndVehicles } from './recent-and-vehicles.ts';
import { testSchemaPage } from './schema-page.ts';
import { testScreens } from './screens.ts';
import { testSeaPictures } from './sea-pictures.ts';
import { serve } from './served.ts';

serve();
describe('answers that come late', testLateAnswers);
describe('what may go wrong', testBadInput);
describe('recent routes and vehicles', testRecentAndVehicles);
describe('the API key', testAccess);
describe('the documentation of the API', testSchemaPage);
describe('the sea', testSeaPictures);
describe('compare', testCompare);
describe('files', testFiles);
describe('looks', testLooks);
describe('screens', () => testScreens('tablets'));
describe('the pictures', testPicture);
