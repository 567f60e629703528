import { answersStay } from './answers.ts';
import { seldomInForecast, seldomOnOneMesh } from './seldom.ts';

answersStay('what is asked seldom on one mesh', seldomOnOneMesh);
answersStay('what is asked seldom through a forecast', seldomInForecast);
