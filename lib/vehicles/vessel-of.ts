/** The numbers that the models need, from a vehicle as a client describes it. */
import { attenboroughFuel, DEFAULT_DIVE_DEPTH_M } from '../vessel/consumption.ts';
import { VesselUnusable } from '../vessel/errors.ts';
import { hullTypes } from '../vessel/ice.ts';
import { defaultMinimumRio } from '../vessel/risk-index.ts';
import { kmhPerUnit, speedUnits } from '../vessel/units.ts';
import type {
  AccessLimits,
  ConsumptionModel,
  IceResistance,
  Vessel,
  VesselClass,
  WaveResistance,
  WindDrag,
} from '../vessel/vessel.ts';
import { attenboroughWindDrag } from '../vessel/wind.ts';
import type { ResistanceModel } from './performance-models.ts';
import type { Vehicle } from './vehicle.ts';

const DEFAULT_AIR_DENSITY = 1.225;
const DEFAULT_BLOCK_COEFFICIENT = 0.75;
/** Sea water, kg/m³. */
const DEFAULT_WATER_DENSITY = 1025;
/** kg/m³. Larger values are specific weight (N/m³), as in PolarRoute's configuration. */
const HIGHEST_DENSITY = 5000;
const GRAVITY = 9.81;

/** Defaults of speed_adjustment, as PolarRoute publishes them. */
const PUBLISHED_ADJUSTMENT = { strongWindShare: 0.75, slowFactor: 0.25, tailwindFactor: 10 };

/**
 * @throws VesselUnusable where the vehicle's unit or hull type is not known: both may be stored, but nothing can be computed
 */
export function vesselOf(vehicle: Vehicle): Vessel {
  const vesselClass = vehicle.vessel_class ?? 'ship';
  const isShip = vesselClass === 'ship';
  return {
    vesselClass,
    maxSpeedKmh: vehicle.max_speed * unitOf(vehicle),
    access: accessOf(vehicle, vesselClass),
    ice: isShip ? iceOf(vehicle) : null,
    wind: isShip ? windOf(vehicle) : null,
    windSpeed: windSpeedOf(vehicle),
    waves: isShip ? wavesOf(vehicle) : null,
    consumption: consumptionOf(vehicle, vesselClass),
    risk: vehicle.ice_class
      ? {
          iceClass: vehicle.ice_class,
          minimumRio: vehicle.minimum_rio ?? defaultMinimumRio(vehicle.ice_class),
        }
      : null,
  };
}

/** Whether the fuel that is computed for a vehicle is that of another ship, RRS Sir David Attenborough. */
export function hasBorrowedFuel({ vessel_type, vessel_class, consumption_model }: Vehicle): boolean {
  return (vessel_class ?? 'ship') === 'ship' && consumption_model === undefined && vessel_type !== 'SDA';
}

function unitOf({ vessel_type, unit }: Vehicle): number {
  const kmh = kmhPerUnit(unit);
  if (kmh !== null) return kmh;
  throw new VesselUnusable(
    `The unit "${unit}" of the vehicle "${vessel_type}" is not known; expected one of ${speedUnits.join(', ')}.`,
  );
}

function accessOf(vehicle: Vehicle, vesselClass: VesselClass): AccessLimits {
  const isAircraft = vesselClass === 'aircraft';
  return {
    minDepthM: isAircraft ? null : vehicle.min_depth!,
    maxIceConcentration: isAircraft ? null : vehicle.max_ice_conc!,
    maxWaveHeightM: vesselClass === 'ship' ? (vehicle.max_wave ?? null) : null,
    maxElevationM: isAircraft ? vehicle.max_elevation! : null,
    excludedZones: [...new Set(vehicle.excluded_zones)].sort(),
  };
}

function iceOf(vehicle: Vehicle): IceResistance {
  const params = paramsOf(vehicle.resistance_models, 'ice_froude');
  const beamM = (vehicle.beam ?? params?.beam)!;
  const forceLimitN = (vehicle.force_limit ?? params?.force_limit)!;
  if (params) return { k: params.k, b: params.b, n: params.n, beamM, forceLimitN };
  const hull = hullTypes.get(vehicle.hull_type!);
  if (hull) return { ...hull, beamM, forceLimitN };
  throw new VesselUnusable(
    `The hull type "${vehicle.hull_type}" of the vehicle "${vehicle.vessel_type}" is not known; expected one of ` +
      `${[...hullTypes.keys()].join(', ')}, or an ice_froude model among its resistance_models.`,
  );
}

/** A ship without any models has the drag of RRS Sir David Attenborough. */
function windOf({ resistance_models }: Vehicle): WindDrag | null {
  if (!resistance_models) return attenboroughWindDrag;
  const params = paramsOf(resistance_models, 'wind_drag');
  if (!params) return null;
  return {
    frontalAreaM2: params.frontal_area,
    airDensity: params.air_density ?? DEFAULT_AIR_DENSITY,
    anglesDeg: params.angles,
    coefficients: params.coefficients,
  };
}

function windSpeedOf(vehicle: Vehicle): Vessel['windSpeed'] {
  const adjustment = vehicle.speed_adjustment;
  if (!adjustment) return null;
  return {
    forceLimitN: iceOf(vehicle).forceLimitN,
    strongWindShare: adjustment.wind_threshold_low ?? PUBLISHED_ADJUSTMENT.strongWindShare,
    slowFactor: adjustment.speed_factor_low ?? PUBLISHED_ADJUSTMENT.slowFactor,
    tailwindFactor: adjustment.tailwind_factor ?? PUBLISHED_ADJUSTMENT.tailwindFactor,
  };
}

function wavesOf(vehicle: Vehicle): WaveResistance | null {
  const params = paramsOf(vehicle.resistance_models, 'wave_kreitner');
  if (!params) return null;
  const water = params.rho_water ?? DEFAULT_WATER_DENSITY;
  return {
    lengthM: params.length,
    beamM: params.beam ?? iceOf(vehicle).beamM,
    blockCoefficient: params.c_block ?? DEFAULT_BLOCK_COEFFICIENT,
    waterDensity: water > HIGHEST_DENSITY ? water / GRAVITY : water,
  };
}

function consumptionOf(vehicle: Vehicle, vesselClass: VesselClass): ConsumptionModel {
  const model = vehicle.consumption_model;
  if (!model) return attenboroughFuel;
  const of = model.of ?? (vesselClass === 'ship' || vesselClass === 'aircraft' ? 'fuel' : 'battery');
  if (model.type === 'constant_consumption') return { of, type: model.type, rate: model.params.rate };
  if (model.type === 'polynomial_battery') {
    const [p1, p0] = model.params.speed_coeffs as [number, number];
    const [d1, d0] = model.params.depth_coeffs as [number, number];
    const maxDiveDepthM = vehicle.max_dive_depth ?? DEFAULT_DIVE_DEPTH_M;
    return { of, type: model.type, speed: [p1, p0], depth: [d1, d0], maxDiveDepthM };
  }
  const [a2, a1, a0] = model.params.speed_coeffs as [number, number, number];
  const [b2, b1] = model.params.resistance_coeffs as [number, number];
  return { of, type: model.type, speed: [a2, a1, a0], resistance: [b2, b1] };
}

/** The parameters of the model of one type in a list. */
function paramsOf<T extends ResistanceModel['type']>(
  models: readonly ResistanceModel[] | undefined,
  type: T,
) {
  const model = models?.find((each) => each.type === type);
  return model?.params as Extract<ResistanceModel, { type: T }>['params'] | undefined;
}
