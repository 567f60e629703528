import { answersStay } from './answers.ts';
import { onOneSea } from './one-sea.ts';

answersStay('voyages on one mesh', onOneSea);
