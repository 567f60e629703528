import { describe, expect, it } from 'vitest';
import { CodeCount, type Egg, iceOf } from '../../lib/ice-charts/egg.ts';
import { concentrationOf, lakeStageOf, stageOf } from '../../lib/ice-charts/ice-codes.ts';
import { riskIndexOfTypes } from '../../lib/vessel/risk-index.ts';

const egg = (total: string, ...parts: readonly (readonly [concentration: string, stage: string])[]): Egg => ({
  coding: 'SIGRID-3',
  total,
  parts: parts.map(([concentration, stage]) => ({ concentration, stage })),
});
const ice = (given: Egg) => iceOf(given, new CodeCount());

describe('the codes of ice charts', () => {
  it.each([
    ['00', 0],
    ['55', 0],
    ['01', 0.5],
    ['2', 0.5],
    ['30', 3],
    ['91', 9.5],
    ['92', 10],
    ['46', 5],
    ['89', 8.5],
    ['81', 9],
    ['98', null],
    ['99', null],
    ['', null],
    ['74', undefined],
    ['64', undefined],
    ['4', undefined],
    ['100', undefined],
  ])('%j is a concentration of %s tenths', (code, tenths) => {
    expect(concentrationOf(code, 'SIGRID-3')).toBe(tenths);
  });

  it('are other ones for little ice in S-411', () => {
    const tenths = ['01', '2', '03', '10', '91', '92', '55'].map((code) => concentrationOf(code, 'S-411'));
    expect(tenths).toEqual([0, 0.5, 0.5, 1, 9.5, 10, undefined]);
    expect(lakeStageOf('3')).toEqual({ type: 3, thicknessM: 0.225 });
  });

  it.each([
    ['81', 1, 0.05],
    ['87', 5, 0.5],
    ['91', 7, 0.95],
    ['98', 11, 5],
  ])('%s is a stage of development', (code, type, thicknessM) => {
    expect(stageOf(code)).toEqual({ type, thicknessM });
  });

  it('of a stage may say nothing, or be in no table', () => {
    expect(stageOf('99')).toBeNull();
    expect(stageOf('90')).toBeUndefined();
  });
});

describe('the ice of an egg', () => {
  it('with one stage is all of that stage', () => {
    expect(ice(egg('60', ['', '87']))).toEqual({
      concentration: 60,
      thicknessM: 0.5,
      types: [4, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0],
    });
  });

  it('with parts has their mean thickness', () => {
    const { concentration, thicknessM } = ice(egg('90', ['40', '91'], ['30', '87'], ['20', '84']));
    expect(concentration).toBe(90);
    // (4 · 0.95 + 3 · 0.5 + 2 · 0.125) / 9
    expect(thicknessM).toBeCloseTo(5.55 / 9, 12);
  });

  it('gives what the parts leave of the total to those without a concentration, else to the thickest', () => {
    expect(ice(egg('80', ['30', '91'], ['20', '87'], ['', '84'])).types).toEqual([
      2, 0, 3, 0, 0, 2, 0, 3, 0, 0, 0, 0,
    ]);
    expect(ice(egg('80', ['30', '91'], ['20', '87'])).types).toEqual([2, 0, 0, 0, 0, 2, 0, 6, 0, 0, 0, 0]);
  });

  it('is what its parts are together where the total is not known', () => {
    expect(ice(egg('99', ['30', '91'], ['20', '87']))).toMatchObject({ concentration: 50 });
    expect(ice(egg('99', ['30', '91'], ['99', '87']))).toEqual({
      concentration: null,
      thicknessM: null,
      types: null,
    });
  });

  it('is not known without a total where nothing is known of a part', () => {
    expect(ice(egg('98', ['98', '99'], ['30', '87'], ['20', '84']))).toEqual({
      concentration: null,
      thicknessM: null,
      types: null,
    });
  });

  it('has a concentration without types where a stage is not known, or the parts are more than the total', () => {
    expect(ice(egg('80', ['30', '91'], ['50', '99']))).toEqual({
      concentration: 80,
      thicknessM: null,
      types: null,
    });
    expect(ice(egg('40', ['30', '91'], ['50', '87']))).toEqual({
      concentration: 40,
      thicknessM: null,
      types: null,
    });
  });

  it('in ice-free water is none', () => {
    expect(ice(egg('00'))).toEqual({
      concentration: 0,
      thicknessM: null,
      types: [10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    });
  });

  it('counts codes that say nothing and codes that no table has', () => {
    const count = new CodeCount();
    iceOf(egg('74', ['40', '85'], ['4', '99']), count);
    expect(count.undetermined).toBe(1);
    expect([...count.unknown]).toEqual([
      ['total concentration "74"', 1],
      ['partial concentration "4"', 1],
    ]);
  });
});

/** The values are those of MSC.1/Circ.1519, table 1.3. */
describe('the risk index of ice of several types', () => {
  const rio = (iceClass: 'PC5' | 'IA' | 'none', given: Egg) => riskIndexOfTypes(iceClass, ice(given).types!);

  it('sums partial concentrations times risk index values', () => {
    // PC5: 4 medium first-year · 1 + 3 thin, 2nd stage · 2 + 2 grey · 3 + 1 ice-free · 3
    expect(rio('PC5', egg('90', ['40', '91'], ['30', '87'], ['20', '84']))).toBe(
      4 * 1 + 3 * 2 + 2 * 3 + 1 * 3,
    );
    // IA: 5 second-year · −4 + 3 medium first-year · −2 + 2 ice-free · 3
    expect(rio('IA', egg('80', ['50', '96'], ['30', '91']))).toBe(5 * -4 + 3 * -2 + 2 * 3);
    // no ice class: 9.5 multi-year · −8 + 0.5 ice-free · 3
    expect(rio('none', egg('91', ['', '97']))).toBe(9.5 * -8 + 0.5 * 3);
  });

  it('of parts that are ten tenths of a total of 9+/10 counts no ice-free water', () => {
    expect(rio('PC5', egg('91', ['70', '93'], ['30', '87']))).toBe(7 * 0 + 3 * 2);
  });
});
