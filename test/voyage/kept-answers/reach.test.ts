import { answersStay } from './answers.ts';
import { matrix, reach } from './reach.ts';

answersStay('where a ship can be', reach);
answersStay('the matrix', matrix);
