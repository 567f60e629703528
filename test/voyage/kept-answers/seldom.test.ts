import { answersStay } from './answers.ts';
import { seldom } from './seldom.ts';

answersStay('what is asked seldom', seldom);
