import { answersStay } from './answers.ts';
import { inChangingSea } from './changing-sea.ts';

answersStay('voyages through a forecast', inChangingSea);
