import { describe, expect, it } from 'vitest';
import { boaty, sdaFields, slocum, twinOtter } from '../vessel/vehicles.ts';
import { fieldsOf, refusals } from './refusals.ts';

const without = (fields: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

describe('what a class needs', () => {
  it.each([
    [
      'no class',
      without(sdaFields, 'beam', 'hull_type', 'force_limit', 'max_ice_conc', 'min_depth'),
      ['beam', 'force_limit', 'hull_type', 'max_ice_conc', 'min_depth'],
    ],
    [
      'a ship',
      { vessel_type: 'x', vessel_class: 'ship', max_speed: 1, unit: 'kn' },
      ['beam', 'force_limit', 'hull_type', 'max_ice_conc', 'min_depth'],
    ],
    [
      'a glider',
      without(slocum, 'max_ice_conc', 'min_depth', 'consumption_model'),
      ['consumption_model', 'max_ice_conc', 'min_depth'],
    ],
    ['an AUV', without(boaty, 'consumption_model'), ['consumption_model']],
    [
      'an aircraft',
      without(twinOtter, 'max_elevation', 'consumption_model'),
      ['consumption_model', 'max_elevation'],
    ],
  ])('%s', (_, fields, missing) => expect(fieldsOf(refusals(fields))).toEqual(missing));

  it('is said with its name', () => {
    expect(refusals(without(boaty, 'consumption_model'))).toEqual([
      'consumption_model: is required of the vessel_class "auv"',
    ]);
    expect(refusals(without(sdaFields, 'beam'))).toEqual([
      'beam: is required where no vessel_class is given',
    ]);
  });

  it.each([slocum, boaty, twinOtter])(
    '$vessel_type without a class is told which, ready to paste',
    (whole) => {
      const { vessel_class, consumption_model, ...published } = whole;
      const [first] = refusals(published);
      const pasted = JSON.parse(/send with it (\{.*\})$/.exec(first!)![1]!);
      expect(pasted.vessel_class).toBe(vessel_class);
      expect(refusals({ ...published, ...pasted })).toEqual([]);
    },
  );

  it('of ice is a percentage, so that a fraction is asked about', () => {
    expect(refusals({ ...sdaFields, max_ice_conc: 0.8 })).toEqual([
      'max_ice_conc: is in percent: for a fraction of 0.8 send 80',
    ]);
    for (const max_ice_conc of [0, 1, 100]) expect(refusals({ ...sdaFields, max_ice_conc })).toEqual([]);
  });

  it.each([slocum, boaty, twinOtter, sdaFields])('$vessel_type has it', (fields) =>
    expect(refusals(fields)).toEqual([]),
  );
});

describe('contradictions', () => {
  const ice = { type: 'ice_froude', params: { k: 4, b: -0.8, n: 2 } };
  const wind = (angles: number[], coefficients: number[]) => ({
    type: 'wind_drag',
    params: { frontal_area: 1, angles, coefficients },
  });

  it.each<[string, object, string[]]>([
    [
      'angles that do not rise',
      { resistance_models: [wind([0, 30, 30], [1, 1, 1])] },
      ['resistance_models.0.params.angles: must rise'],
    ],
    [
      'coefficients of another length',
      { resistance_models: [wind([0, 90, 180], [1, 1])] },
      ['resistance_models.0.params.coefficients: must be as many numbers as there are angles, 3; found 2'],
    ],
    ['a negative force', { force_limit: -1 }, ['force_limit: must not be negative']],
    [
      'the least speed above the greatest',
      { max_speed: 20, min_speed: 20.1 },
      ['min_speed: must not be above max_speed'],
    ],
    [
      'two models of ice',
      { resistance_models: [ice, ice] },
      ['resistance_models.1: is a second model of the type "ice_froude"'],
    ],
    [
      'two beams',
      { resistance_models: [{ ...ice, params: { ...ice.params, beam: 25 } }] },
      ["resistance_models.0.params.beam: must be the vehicle's beam"],
    ],
    [
      'two forces',
      { resistance_models: [wind([0], [1]), { ...ice, params: { ...ice.params, force_limit: 1 } }] },
      ["resistance_models.1.params.force_limit: must be the vehicle's force_limit"],
    ],
    [
      'a model of none',
      { resistance_models: [{ type: 'magic', params: {} }] },
      ['resistance_models.0.type: must have a type: "ice_froude", "wind_drag" or "wave_kreitner"'],
    ],
    [
      'a resistance that falls with the speed',
      { resistance_models: [{ ...ice, params: { k: 1, b: -2, n: 1 } }] },
      ['resistance_models.0.params.b: must be greater than -2: the resistance must grow with the speed'],
    ],
    [
      'wind that slows a ship without force',
      { force_limit: 0, speed_adjustment: {} },
      ['speed_adjustment: needs a force_limit above 0'],
    ],
    [
      'a least risk index without a class',
      { minimum_rio: 0 },
      ['minimum_rio: has no meaning without an ice_class'],
    ],
    [
      'an unknown ice class',
      { ice_class: 'PC8' },
      [expect.stringMatching(/^ice_class: must be one of "PC1"/)],
    ],
    [
      'an unknown class',
      { vessel_class: 'submarine' },
      [expect.stringMatching(/^vessel_class: must be one of "ship"/)],
    ],
    [
      'too few coefficients',
      {
        consumption_model: {
          type: 'polynomial_fuel',
          params: { speed_coeffs: [1, 2], resistance_coeffs: [1, 2] },
        },
      },
      ['consumption_model.params.speed_coeffs: must be 3 numbers: a2, a1, a0'],
    ],
    [
      'a negative rate',
      { consumption_model: { type: 'constant_consumption', params: { rate: -1 } } },
      ['consumption_model.params.rate: must not be negative'],
    ],
  ])('%s', (_, fields, expected) => expect(refusals({ ...sdaFields, ...fields })).toEqual(expected));

  it.each<[string, object]>([
    ['one speed', { max_speed: 20, min_speed: 20 }],
    ['a least risk index of a class', { minimum_rio: -5, ice_class: 'PC5' }],
    ['angles that rise, and as many coefficients', { resistance_models: [wind([0, 90, 180], [1, 0, -1])] }],
    [
      'beam and force once more',
      { resistance_models: [{ ...ice, params: { ...ice.params, beam: sdaFields.beam } }] },
    ],
    ['wind that slows a ship with force', { speed_adjustment: {} }],
  ])('%s is none', (_, fields) => expect(refusals({ ...sdaFields, ...fields })).toEqual([]));

  it('of models alone are found where the vehicle has neither beam nor force', () => {
    const { beam: _, hull_type: __, force_limit: ___, ...bare } = sdaFields;
    const wave = (beam?: number) => ({
      type: 'wave_kreitner',
      params: { length: 130, ...(beam && { beam }) },
    });
    const iceOf = (beam: number, force_limit: number) => ({
      ...ice,
      params: { ...ice.params, beam, force_limit },
    });
    const ship = (models: object[], more = {}) =>
      refusals({ ...bare, vessel_class: 'ship', resistance_models: models, ...more });
    expect(ship([iceOf(24, 9)])).toEqual([]);
    expect(ship([wave(24), iceOf(24, 9)])).toEqual([]);
    expect(ship([wave(25), iceOf(24, 9)])).toEqual([
      'resistance_models.0.params.beam: must be the beam of the ice_froude model',
    ]);
    expect(ship([iceOf(24, 0)], { speed_adjustment: {} })).toEqual([
      'speed_adjustment: needs a force_limit above 0',
    ]);
    expect(ship([wave(24)])).toEqual([
      'beam: is required of a ship',
      'force_limit: is required of a ship',
      'hull_type: is required of a ship without an ice_froude model',
    ]);
    expect(ship([ice])).toEqual(['beam: is required of a ship', 'force_limit: is required of a ship']);
  });

  it.each([null, 7, [null], [7], [{ type: 'ice_froude' }], [{ type: 'wind_drag', params: { angles: 5 } }]])(
    'models that are %j are bad by themselves',
    (resistance_models) => {
      for (const issue of refusals({ ...sdaFields, resistance_models }))
        expect(issue).toMatch(/^resistance_models[.:]/);
    },
  );

  it.each([null, 7, 'SDA'])('a vehicle that is %j is bad by itself', (fields) => {
    expect(refusals(fields)).toHaveLength(1);
  });

  it('are named together with every other bad field', () => {
    const issues = refusals({
      ...without(sdaFields, 'min_depth'),
      beam: 'wide',
      resistance_models: [wind([0, 90], [1]), { ...ice, params: { k: -1, b: 0, n: 2 } }],
    });
    expect(fieldsOf(issues)).toEqual([
      'beam',
      'min_depth',
      'resistance_models.0.params.coefficients',
      'resistance_models.1.params.k',
    ]);
  });

  it('ship models are not for others', () => {
    expect(refusals({ ...slocum, resistance_models: [ice], speed_adjustment: {} })).toEqual([
      'resistance_models: are for ships only',
      'speed_adjustment: is for ships only',
    ]);
    expect(refusals({ ...slocum, resistance_models: [] })).toEqual([]);
  });
});

describe('size', () => {
  const sized = (bytes: number) => {
    const empty = Buffer.byteLength(JSON.stringify({ ...sdaFields, excluded_zones: [''] }));
    return {
      ...sdaFields,
      excluded_zones: ['ü'.repeat((bytes - empty) >> 1) + 'x'.repeat((bytes - empty) & 1)],
    };
  };

  it('is at most 4 KiB of compact JSON, without force_properties', () => {
    expect(refusals({ ...sized(4096), force_properties: 'true' })).toEqual([]);
    expect(refusals(sized(4097))).toEqual([
      'excluded_zones: makes the vehicle 4097 bytes of compact JSON; at most 4096 are accepted',
    ]);
  });
});
