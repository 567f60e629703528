import { answersStay } from './answers.ts';
import { orders } from './orders.ts';

answersStay('orders of stops', orders);
