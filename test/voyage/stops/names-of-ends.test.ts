/** Stops that are named as the start or the end is told. */
import { expect, it } from 'vitest';
import { A, C, D, tow } from '../kept-answers/one-sea.ts';
import { afterDays, answerTo } from '../kept-answers/seas.ts';

const OTHER = 'Hjort';

const asked: Record<string, (name: string) => object> = {
  'takes fuel': (name) => ({
    stops: [{ ...A, name, refuel_tonnes: 20 }, D],
    ...{ fuel_aboard_tonnes: 30, capacity_tonnes: 45, reserve_tonnes: 3 },
  }),
  'has another one after it, in a window': (name) => ({
    stops: [
      { ...A, name, not_before: afterDays(1) },
      { ...D, after: [name] },
    ],
  }),
  'is work': (name) => ({ stops: [{ ...tow, name }, C] }),
};
const cases = Object.entries(asked).flatMap(([title, fields]) =>
  ['Start', 'End'].map((name) => ({ title, name, fields })),
);

it.each(cases)('one that $title may be named $name, and nothing else changes', ({ name, fields }) => {
  for (const isForecast of [false, true]) {
    const told = (own: string) =>
      answerTo({ fields: fields(own), options: { certificate: false } }, isForecast);
    // lines are broken by their lengths
    const words = (text: string) => text.split(/\s+/).join(' ');
    expect(words(told(name))).toBe(words(told(OTHER).replaceAll(OTHER, name)));
  }
});
