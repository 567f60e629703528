/** Voyages whose time for the calculation ended: tracks are told apart by being other objects. */
import { describe, expect, it } from 'vitest';
import type { SailedTrack } from '../../../lib/engine/plan-dated.ts';
import type { DatedVoyage, DatedVoyages } from '../../../lib/voyage/forecast/cheapest-in-time.ts';
import { cutShort, withoutEntering } from '../../../lib/voyage/forecast/cut-short.ts';

const newTrack = () => ({}) as SailedTrack;
const voyage = (objective: string, fields: object = {}) =>
  ({
    ...{ objective, track: newTrack(), sailing: newTrack(), blind: null, complete: true, optimality: {} },
    ...fields,
  }) as unknown as DatedVoyage;
const plan = (routes: readonly DatedVoyage[], fields: object = {}) =>
  ({ start: 'start', routes, ...fields }) as unknown as DatedVoyages;

describe('of voyages whose time ended, what enters a closed zone', () => {
  const [fastest, thrifty] = [voyage('traveltime', { blind: newTrack() }), voyage('fuel')];
  const tradeOff = [{ track: newTrack() }, { track: newTrack() }];
  const all = plan([fastest, thrifty], { tradeOff });
  const without = (...entered: unknown[]) => withoutEntering(all, (track) => entered.includes(track));

  it('is nothing: the voyages are answered as they are', () => {
    expect(without()).toBe(all);
  });

  it.each(['track', 'sailing'] as const)('is left out, be it entered by its %s', (which) => {
    expect(without(thrifty[which])).toEqual({ ...all, routes: [fastest] });
  });

  it('is not the fastest, or nothing is answered: others are told by what they save', () => {
    expect(without(fastest.track)).toBeNull();
  });

  it('is no comparison with what the forecast saves', () => {
    expect(without(fastest.blind)).toEqual({ ...all, routes: [{ ...fastest, blind: undefined }, thrifty] });
  });

  it('is left out of a trade-off', () => {
    expect(without(tradeOff[0]!.track)?.tradeOff).toEqual([tradeOff[1]]);
  });
});

it('voyages cut short are told to be no more than the best found; an objective without one has the fastest, unproved', () => {
  const fastest = voyage('traveltime');
  const { routes, tradeOff, ...rest } = cutShort(
    plan([fastest], { tradeOff: [{ days: 2, complete: true }] }),
    ['traveltime', 'fuel'],
  );
  expect(rest).toEqual({ start: 'start' });
  expect(routes).toEqual([
    { ...fastest, complete: false },
    { ...fastest, objective: 'fuel', optimality: null, complete: false },
  ]);
  expect(tradeOff).toEqual([{ days: 2, complete: false }]);
});
