import { answersStay } from './answers.ts';
import { drawn } from './drawn.ts';

answersStay('drawn voyages', drawn);
