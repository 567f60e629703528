import { answersStay } from './answers.ts';
import { cruisePlans } from './cruise-plans.ts';

answersStay('legs of cruise plans', cruisePlans);
