import type { Price } from './price-fields.ts';

/** Tonnes that cost as much as a day: the price of a day, in fuel. */
export const tonnesPerDay = ({ per_day, per_tonne }: Price): number => per_day / per_tonne;
