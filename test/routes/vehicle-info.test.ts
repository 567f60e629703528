import { describe, expect, it } from 'vitest';
import { rioAlong, riskOfTrack } from '../../lib/routes/route-risk.ts';
import { vehicleInfo } from '../../lib/routes/vehicle-info.ts';
import { vehicle } from '../../lib/vehicles/vehicle.ts';
import { sda, sdaFields } from '../vessel/vehicles.ts';
import { planTrackOn } from './compiled-grid.ts';
import { track } from './plans.ts';

const withClass = vehicle.parse({ ...sdaFields, ice_class: 'IC' });
const kreitner = { type: 'wave_kreitner', params: { length: 125, c_block: 0.7, rho_water: 1026 } };
const inWaves = vehicle.parse({ ...sdaFields, resistance_models: [kreitner] });
const wind = {
  type: 'wind_drag',
  params: { frontal_area: 750, angles: [0, 180], coefficients: [0.9, -0.9] },
};
const inWind = vehicle.parse({ ...sdaFields, resistance_models: [wind] });
const infoOf = (data: Parameters<typeof planTrackOn>[0], of: typeof sda | null, along = track()) =>
  vehicleInfo({ vehicle: of, mesh: planTrackOn(data) }, along).filter((sentence) => sentence !== null);

describe('the risk index along a route', () => {
  // IC: 3 in open water, −8 in heavy multi-year ice: 3 − 11 · 5 / 10 at a half, −8 in full cover
  const mesh = planTrackOn({ iceConcentration: [100, 50], iceThickness: [3, 3] });

  it('is that of the cells in which its legs lie, not known at its start', () => {
    expect(rioAlong(track(), 'IC', mesh)).toEqual([null, -25, -80]);
  });

  it('is told by its lowest value, and by where it is below 0', () => {
    const all = riskOfTrack(track(), 'IC', mesh);
    expect(all).toEqual({
      ice_class: 'IC',
      lowest_rio: -80,
      distance_below_zero: 1_900_000.5,
      hours_below_zero: 24 * 3.2884466,
    });
    const second = planTrackOn({ iceConcentration: [100, 0], iceThickness: [3, 3] });
    expect(riskOfTrack(track(), 'IC', second)).toMatchObject({
      lowest_rio: -80,
      distance_below_zero: 1_000_000.5,
      hours_below_zero: expect.closeTo(24 * 1.7884466, 9),
    });
    // RIO = 30 − 110 · 3 / 11 = 0 is not below
    const border = planTrackOn({ iceConcentration: [0, 0], iceThickness: [3, 3] });
    expect(riskOfTrack(track(), 'IC', border)).toMatchObject({ lowest_rio: 30, distance_below_zero: 0 });
  });

  it('is not known without thickness, concentration, or a value', () => {
    const none = { ice_class: 'IC', lowest_rio: null, distance_below_zero: 0, hours_below_zero: 0 };
    for (const data of [{ iceConcentration: [100, 50] }, { iceThickness: [3, 3] }]) {
      expect(rioAlong(track(), 'IC', planTrackOn(data))).toEqual([null, null, null]);
      expect(riskOfTrack(track(), 'IC', planTrackOn(data))).toEqual(none);
    }
    const partly = planTrackOn({ iceConcentration: [Number.NaN, 50], iceThickness: [3, 3] });
    expect(rioAlong(track(), 'IC', partly)).toEqual([null, -25, null]);
  });
});

describe('what a client should know about figures for a vehicle', () => {
  it('is nothing without a vehicle', () => {
    const heavy = { iceConcentration: [50, 50], iceThickness: [3, 3], waveHeight: [9, 9] };
    expect(infoOf(heavy, null)).toEqual([]);
    expect(infoOf(heavy, sda)).toEqual([]);
  });

  it('is whose fuel it is, where the vehicle does not say its own', () => {
    const other = vehicle.parse({ ...sdaFields, vessel_type: 'Other' });
    expect(infoOf({}, other)).toEqual([
      'The fuel is computed as that of RRS Sir David Attenborough, because the vehicle has no consumption_model',
    ]);
  });

  it('is the highest waves, where they are beyond what their model is trusted for', () => {
    const waves = (highest: string) =>
      `The route meets waves of ${highest} m, while the model of wave resistance is trusted up to 2 m`;
    expect(infoOf({ waveHeight: [2.04, 3.16] }, inWaves)).toEqual([waves('3.2')]);
    expect(infoOf({ waveHeight: [Number.NaN, 2.5] }, inWaves)).toEqual([waves('2.5')]);
    expect(infoOf({ waveHeight: [2, 1] }, inWaves)).toEqual([]);
    expect(infoOf({}, inWaves)).toEqual([]);
    expect(infoOf({ waveHeight: [9, 9] }, sda)).toEqual([]);
    const models = [...(inWaves.resistance_models ?? []), ...(inWind.resistance_models ?? [])];
    expect(infoOf({ waveHeight: [9, 9] }, inWind)).toEqual([]);
    expect(infoOf({ waveHeight: [9, 9] }, { ...inWaves, resistance_models: models })).toEqual([waves('9.0')]);
  });

  it('is that the risk index is indicative, and on how many legs it is not known', () => {
    const indicative =
      'The risk index (RIO) is indicative: the ice thickness of a mesh is a seasonal table as a rule';
    expect(infoOf({ iceConcentration: [1, 1], iceThickness: [1, 1] }, withClass)).toEqual([indicative]);
    expect(infoOf({ iceConcentration: [1, Number.NaN], iceThickness: [1, 1] }, withClass)).toEqual([
      `${indicative}. It is not known on 1 of the route's 2 legs`,
    ]);
  });

  it.each([
    [{ iceConcentration: [1] }, 'thickness'],
    [{ iceThickness: [1] }, 'concentration'],
    [{}, 'concentration and thickness'],
  ])('is that there is no risk index: %j', (data, missing) => {
    expect(infoOf(data, withClass)).toEqual([
      `No risk index was computed, because the mesh has no sea-ice ${missing}`,
    ]);
  });
});
