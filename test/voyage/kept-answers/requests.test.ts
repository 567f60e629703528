import { answersStay } from './answers.ts';
import { requests } from './requests.ts';

answersStay('what is read and refused', requests);
