/** The rules over several fields of a vehicle: what its class needs, and what contradicts something else. */

const MAX_JSON_BYTES = 4096;

/** What is checked: fields that are bad by themselves are there too, and are passed over. */
type Fields = Readonly<Record<string, unknown>>;

interface Issues {
  addIssue(issue: { code: 'custom'; path: (string | number)[]; message: string }): void;
}

type Report = (path: readonly (string | number)[], message: string) => void;

/** The fields that the specification requires, which a vehicle without a vessel_class must have. */
const SPECIFIED = ['beam', 'hull_type', 'force_limit', 'max_ice_conc', 'min_depth'];

/** The fields that a class needs; the others of a ship depend on its models. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  ship: ['max_ice_conc', 'min_depth'],
  glider: ['max_ice_conc', 'min_depth', 'consumption_model'],
  auv: ['max_ice_conc', 'min_depth', 'consumption_model'],
  aircraft: ['max_elevation', 'consumption_model'],
};

export function contradictions(value: unknown, issues: Issues): void {
  if (!isObject(value)) return;
  const vehicle = value;
  const report: Report = (path, message) => issues.addIssue({ code: 'custom', path: [...path], message });
  const models = modelsOf(vehicle);
  checkNeeded(vehicle, models, report);
  checkModels(vehicle, models, report);
  if (vehicle.minimum_rio !== undefined && vehicle.ice_class === undefined) {
    report(['minimum_rio'], 'has no meaning without an ice_class');
  }
  if (Number(vehicle.min_speed) > Number(vehicle.max_speed)) {
    report(['min_speed'], 'must not be above max_speed');
  }
  checkSize(vehicle, report);
}

/**
 * The class and the model of consumption that PolarRoute has built in for vehicles that are no ships (its 0.2
 * configurations name none), for a vehicle that is called like one of them.
 */
function builtInFor({ vessel_type }: Fields): object | null {
  const name = String(vessel_type)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return BUILT_IN.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

const constant = (rate: number) => ({ type: 'constant_consumption', params: { rate } });
const BUILT_IN: readonly [RegExp, object][] = [
  [
    /slocum|glider/,
    {
      vessel_class: 'glider',
      consumption_model: {
        type: 'polynomial_battery',
        params: { speed_coeffs: [4.44444444, -0.55555555], depth_coeffs: [0.001, 2] },
      },
    },
  ],
  [/boaty|autosub|^alr|auv/, { vessel_class: 'auv', consumption_model: constant(4.75) }],
  [/otter|aircraft/, { vessel_class: 'aircraft', consumption_model: constant(3.858) }],
];

interface Model {
  readonly type: unknown;
  readonly params: Fields;
  readonly path: readonly (string | number)[];
}

function modelsOf({ resistance_models }: Fields): Model[] {
  if (!Array.isArray(resistance_models)) return [];
  return resistance_models.flatMap((model, i) =>
    isObject(model) && isObject(model.params)
      ? [{ type: model.type, params: model.params, path: ['resistance_models', i, 'params'] }]
      : [],
  );
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function checkNeeded(vehicle: Fields, models: readonly Model[], report: Report): void {
  const missing = (field: string) => vehicle[field] === undefined;
  const vesselClass = vehicle.vessel_class;
  if (vesselClass === undefined) {
    const builtIn = builtInFor(vehicle);
    const hint = builtIn ? `; for what is no ship send with it ${JSON.stringify(builtIn)}` : '';
    for (const field of SPECIFIED.filter(missing))
      report([field], `is required where no vessel_class is given${hint}`);
    return;
  }
  for (const field of NEEDED[String(vesselClass)] ?? []) {
    if (missing(field)) report([field], `is required of the vessel_class "${vesselClass}"`);
  }
  if (vesselClass !== 'ship') return;
  const ice = models.find(({ type }) => type === 'ice_froude');
  const inModels = (field: string) => ice !== undefined && ice.params[field] !== undefined;
  for (const field of ['beam', 'force_limit']) {
    if (missing(field) && !inModels(field)) report([field], 'is required of a ship');
  }
  if (missing('hull_type') && !ice)
    report(['hull_type'], 'is required of a ship without an ice_froude model');
}

function checkModels(vehicle: Fields, models: readonly Model[], report: Report): void {
  const seen = new Set<unknown>();
  for (const { type, params, path } of models) {
    if (seen.has(type)) report(path.slice(0, -1), `is a second model of the type "${type}"`);
    seen.add(type);
    for (const field of ['beam', 'force_limit']) {
      if (differ(params[field], vehicle[field])) report([...path, field], `must be the vehicle's ${field}`);
    }
    if (type === 'wind_drag') checkAngles(params, path, report);
  }
  const [ice, wave] = ['ice_froude', 'wave_kreitner'].map((name) => models.find(({ type }) => type === name));
  if (ice && wave && differ(ice.params.beam, wave.params.beam)) {
    report([...wave.path, 'beam'], 'must be the beam of the ice_froude model');
  }
  const vesselClass = vehicle.vessel_class ?? 'ship';
  if (vesselClass === 'ship') {
    const forceLimit = vehicle.force_limit ?? ice?.params.force_limit;
    if (vehicle.speed_adjustment !== undefined && forceLimit === 0) {
      report(['speed_adjustment'], 'needs a force_limit above 0');
    }
    return;
  }
  if (models.length > 0) report(['resistance_models'], 'are for ships only');
  if (vehicle.speed_adjustment !== undefined) report(['speed_adjustment'], 'is for ships only');
}

const differ = (one: unknown, other: unknown) =>
  typeof one === 'number' && typeof other === 'number' && one !== other;

function checkAngles({ angles, coefficients }: Fields, path: Model['path'], report: Report): void {
  if (!Array.isArray(angles)) return;
  if (angles.some((angle, i) => i > 0 && angle <= angles[i - 1])) report([...path, 'angles'], 'must rise');
  if (Array.isArray(coefficients) && coefficients.length !== angles.length) {
    const expected = `as many numbers as there are angles, ${angles.length}; found ${coefficients.length}`;
    report([...path, 'coefficients'], `must be ${expected}`);
  }
}

/** A list of all vehicles must fit an answer. Tells the field that takes most. */
function checkSize(vehicle: Fields, report: Report): void {
  const { force_properties: _, ...stored } = vehicle;
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value) ?? '').length;
  const total = bytes(stored);
  if (total <= MAX_JSON_BYTES) return;
  const largest = Object.keys(stored).sort((a, b) => bytes(stored[b]) - bytes(stored[a]))[0]!;
  report(
    [largest],
    `makes the vehicle ${total} bytes of compact JSON; at most ${MAX_JSON_BYTES} are accepted`,
  );
}
