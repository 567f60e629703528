/** What the sea can be coloured by. */
import { CLOSED_REASONS, type ClosedReason, type EnvironmentColumn } from '../../engine/mesh/environment.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { type IceClass, riskByCell } from '../../vessel/risk-index.ts';
import type { UnitSystem } from '../units.ts';
import { consumptionRateUnit, speedIn, speedUnit } from '../units.ts';
import { colourAt, type Rgb, type ScaleName } from './colour-scales.ts';
import { PALETTES, type Theme } from './palette.ts';
import { FILL } from './sea-renderer.ts';

export interface SeaField {
  readonly id: string;
  readonly label: string;
  readonly scale: ScaleName;
  /** Whether large values take the scale's beginning. */
  readonly reversed?: boolean;
  /** Fixed ends of the scale; else those of the data. */
  readonly domain?: readonly [number, number];
  /** Decimals that the values are worth. */
  readonly decimals: number;
  unit(units: UnitSystem, mesh: Mesh): string;
  /** From what is stored to what is shown. */
  shown(value: number, units: UnitSystem): number;
  /** The value of a cell as stored; NaN where it has none. */
  value(mesh: Mesh, cell: number): number;
  isIn(mesh: Mesh): boolean;
}

const asStored = (value: number): number => value;
const ofOpenCells = (slot: number) => (mesh: Mesh, cell: number) =>
  cell < mesh.openCount ? mesh.motion[4 * cell + slot] : Number.NaN;

/** A column of the mesh's environment, in the unit in which it is kept. */
function environmentField(
  column: EnvironmentColumn,
  unit: string,
  {
    factor = 1,
    ...rest
  }: Pick<SeaField, 'id' | 'label' | 'scale' | 'decimals' | 'domain'> & { factor?: number },
): SeaField {
  return {
    ...rest,
    unit: () => unit,
    shown: asStored,
    value: (mesh, cell) => factor * (mesh.environment.columns[column]?.[cell] ?? Number.NaN),
    isIn: (mesh) => mesh.environment.columns[column] !== null,
  };
}

/** Meshes have a thickness from seasonal tables in open water too, where there is no ice that has it. */
const ofIce = (field: SeaField): SeaField => ({
  ...field,
  value: (mesh, cell) =>
    mesh.environment.columns.iceConcentration?.[cell] === 0 ? Number.NaN : field.value(mesh, cell),
});

export const SEA_FIELDS: readonly SeaField[] = [
  environmentField('iceConcentration', '%', {
    id: 'ice',
    label: 'Ice concentration',
    scale: 'ice',
    domain: [0, 100],
    decimals: 0,
  }),
  ofIce(
    environmentField('iceThickness', 'm', {
      id: 'thickness',
      label: 'Ice thickness',
      scale: 'ice',
      decimals: 2,
    }),
  ),
  // deeper than that, depth is of no concern, and the scale is better spent on what lies above
  environmentField('elevation', 'm', {
    id: 'depth',
    label: 'Depth',
    scale: 'deep',
    domain: [0, 5000],
    decimals: 0,
    factor: -1,
  }),
  {
    id: 'speed',
    label: 'Speed',
    scale: 'cividis',
    decimals: 1,
    unit: speedUnit,
    shown: (value, units) => speedIn(units, value),
    value: ofOpenCells(0),
    isIn: () => true,
  },
  {
    id: 'consumption',
    label: 'Consumption',
    scale: 'cividis',
    reversed: true,
    decimals: 1,
    unit: (_, { consumption }) => consumptionRateUnit(consumption),
    shown: asStored,
    value: ofOpenCells(1),
    isIn: (mesh) => mesh.consumption !== null,
  },
  environmentField('waveHeight', 'm', { id: 'waves', label: 'Wave height', scale: 'cividis', decimals: 1 }),
];

/** The risk index outcome of the Polar Code for an ice class; below zero the risk is elevated. */
export function riskField(iceClass: IceClass): SeaField {
  return {
    id: 'risk',
    label: `Risk index (RIO), ${iceClass}`,
    scale: 'vik',
    domain: [-30, 30],
    decimals: 0,
    unit: () => '',
    shown: asStored,
    value: ({ environment }, cell) => riskByCell(iceClass, environment)?.(cell) ?? Number.NaN,
    isIn: ({ environment }) => riskByCell(iceClass, environment) !== null,
  };
}

/** Least and greatest value of a field on a mesh. */
export function domainOf(field: SeaField, mesh: Mesh): readonly [number, number] {
  if (field.domain) return field.domain;
  let least = Infinity;
  let greatest = -Infinity;
  for (let cell = 0; cell < mesh.cellCount; cell++) {
    const value = field.value(mesh, cell);
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  if (least > greatest) return [0, 1];
  return least === greatest ? [Math.min(0, least), greatest || 1] : [least, greatest];
}

function fractionOf(
  { reversed }: SeaField,
  [least, greatest]: readonly [number, number],
  value: number,
): number {
  const fraction = (value - least) / (greatest - least);
  return reversed ? 1 - fraction : fraction;
}

/** How a closed cell is drawn, by why it is closed; the rest of the reasons are drawn as `other`. */
export const CLOSED_STYLES = {
  land: { label: 'land', fill: FILL.plain },
  ice: { label: 'too much ice', fill: FILL.diagonal },
  shallow: { label: 'too shallow', fill: FILL.dotted },
  other: { label: 'closed for another reason', fill: FILL.crossed },
} as const satisfies Partial<Record<ClosedReason, { label: string; fill: number }>>;

export type ClosedKind = keyof typeof CLOSED_STYLES;

/** Colour of cells that have no value. */
const NO_VALUE: Rgb = [176, 181, 187];

/** Cells on land are seen beside the land of the map, by day and by night. */
function landColour(theme: Theme): Rgb {
  const { land, coast } = PALETTES[theme];
  const part = (hex: string, k: number) => Number.parseInt(hex.slice(1 + 2 * k, 3 + 2 * k), 16);
  return [0, 1, 2].map((k) => Math.round(0.7 * part(land, k) + 0.3 * part(coast, k))) as unknown as Rgb;
}

/** The colour below the hatch of cells that are closed, most of which have much ice. */
export const closedColour = (field: SeaField, theme: Theme): Rgb =>
  field.scale === 'ice' ? colourAt(scaleFor(field, theme), 1) : NO_VALUE;

export function closedKind(mesh: Mesh, cell: number): ClosedKind {
  const reason = CLOSED_REASONS[mesh.closedReason[cell]];
  return reason in CLOSED_STYLES ? (reason as ClosedKind) : 'other';
}

/** Why cells of a mesh are closed, for the legend. */
export function closedKinds(mesh: Mesh): ClosedKind[] {
  const found = new Set<ClosedKind>();
  for (let cell = mesh.openCount; cell < mesh.cellCount; cell++) found.add(closedKind(mesh, cell));
  return (Object.keys(CLOSED_STYLES) as ClosedKind[]).filter((kind) => found.has(kind));
}

/** Ice is what is seen and open water what is seen through, by day and by night. */
export const scaleFor = ({ scale }: SeaField, theme: Theme): ScaleName =>
  scale === 'ice' && theme !== 'day' ? 'iceAtNight' : scale;

/** Colours for the renderer: cells × 4, red, green, blue and one of FILL. */
export function fillsOf(
  field: SeaField,
  mesh: Mesh,
  domain: readonly [number, number],
  theme: Theme,
): Uint8Array {
  const scale = scaleFor(field, theme);
  const ofLand = landColour(theme);
  const fills = new Uint8Array(4 * mesh.cellCount);
  for (let cell = 0; cell < mesh.cellCount; cell++) {
    const value = field.value(mesh, cell);
    const kind = cell < mesh.openCount ? null : closedKind(mesh, cell);
    const ofValue = Number.isNaN(value) ? NO_VALUE : colourAt(scale, fractionOf(field, domain, value));
    const [red, green, blue] = kind === 'land' ? ofLand : ofValue;
    const offset = 4 * cell;
    fills[offset] = red;
    fills[offset + 1] = green;
    fills[offset + 2] = blue;
    fills[offset + 3] = kind ? CLOSED_STYLES[kind].fill : FILL.plain;
  }
  return fills;
}
