/** The colours of the map by theme; those of routes are the same in all, with a border that sets them off. */

import type { ZoneKind } from '../../zones/zone.ts';

export type Theme = 'day' | 'dark' | 'night';

export interface MapPalette {
  readonly water: string;
  readonly land: string;
  readonly coast: string;
  /** The shade that land lies on. */
  readonly shore: string;
  readonly grid: string;
  readonly label: string;
  readonly labelHalo: string;
  /** Sets lines off from the sea. */
  readonly casing: string;
  /** A way that was planned, beside that which is best now. */
  readonly planned: string;
  /** Red, green and blue of zones. */
  readonly zones: Readonly<Record<ZoneKind, string>>;
  /** Red, green and blue of the borders of an ice chart. */
  readonly iceChart: string;
  /** Those of the areas that ships reach. */
  readonly ships: readonly string[];
  /** Per cent of their strength that colours have which are the same in every light. */
  readonly strength: number;
  readonly marks: MarkColours;
  /** Of lines that would not be seen in their own colour. */
  readonly lines: Readonly<Partial<Record<LineName, string>>>;
}

/** Pins of ends, stops and alerts: their discs, what is written in them and what is around them. */
export interface MarkColours {
  readonly start: string;
  readonly end: string;
  readonly stop: string;
  readonly ink: string;
  readonly ring: string;
  readonly danger: string;
  readonly caution: string;
  readonly note: string;
  readonly alertInk: string;
  readonly alertRing: string;
  /** Where the pointer is along the route. */
  readonly pointed: string;
}

const MARKS: MarkColours = {
  start: '#00735c',
  end: '#b3261e',
  stop: '#1d4f91',
  ink: '#ffffff',
  ring: '#ffffff',
  danger: '#b3261e',
  caution: '#8a5300',
  note: '#35566e',
  alertInk: '#ffffff',
  alertRing: '#ffffff',
  pointed: '#ffd400',
};

/** Told apart by every kind of colour vision. */
const SHIPS = ['0 114 178', '213 94 0', '0 158 115', '204 121 167', '230 159 0', '86 180 233'];

export const PALETTES: Readonly<Record<Theme, MapPalette>> = {
  day: {
    water: '#dfe5e8',
    land: '#e9dfc4',
    coast: '#8a7d5c',
    shore: 'rgb(60 70 60 / 10%)',
    grid: 'rgb(20 50 80 / 28%)',
    label: '#16324a',
    labelHalo: 'rgb(255 255 255 / 75%)',
    casing: 'rgb(255 255 255 / 90%)',
    planned: '#5f6b74',
    zones: { closed: '176 28 28', speed_limit: '150 82 0', report: '20 80 160' },
    iceChart: '70 40 110',
    ships: SHIPS,
    strength: 100,
    marks: MARKS,
    lines: {},
  },
  dark: {
    water: '#10202c',
    land: '#2c3136',
    coast: '#6b7680',
    shore: 'rgb(0 0 0 / 20%)',
    grid: 'rgb(210 230 245 / 20%)',
    label: '#d5e3ec',
    labelHalo: 'rgb(10 20 28 / 80%)',
    casing: 'rgb(8 16 24 / 85%)',
    planned: '#a7b4bd',
    zones: { closed: '255 120 110', speed_limit: '240 180 80', report: '130 190 255' },
    iceChart: '205 180 240',
    ships: ['86 180 233', '240 140 60', '60 200 160', '220 150 190', '240 190 70', '150 170 255'],
    strength: 100,
    marks: MARKS,
    lines: {
      traveltime: '#ff5c93',
      fuel: '#5fe0c8',
      battery: '#5fe0c8',
      within: '#ffab5c',
      cost: '#c9b6f2',
      greatCircle: '#c6d2dc',
      own: '#c3a9ff',
      variant1: '#6db8ff',
      variant2: '#ffb347',
      variant3: '#d8d86a',
    },
  },
  // nothing is bright: reds and browns, as the instruments of a bridge
  night: {
    water: '#080604',
    land: '#120d09',
    coast: '#4a2f1c',
    shore: 'rgb(0 0 0 / 40%)',
    grid: 'rgb(200 110 60 / 14%)',
    label: '#c0784a',
    labelHalo: 'rgb(0 0 0 / 85%)',
    casing: 'rgb(0 0 0 / 80%)',
    planned: '#8a6a52',
    zones: { closed: '190 66 48', speed_limit: '160 110 44', report: '120 100 130' },
    iceChart: '150 105 75',
    ships: ['220 130 80', '150 150 70', '180 100 130', '130 140 140', '200 160 70', '150 120 170'],
    strength: 55,
    marks: {
      start: '#46291a',
      end: '#46291a',
      stop: '#46291a',
      ink: '#ffb98c',
      ring: '#a8623a',
      danger: '#ff6a4d',
      caution: '#d9964f',
      note: '#a08070',
      alertInk: '#0e0805',
      alertRing: '#0e0805',
      pointed: '#d9964f',
    },
    lines: {
      traveltime: '#d95552',
      fuel: '#8b9b58',
      battery: '#8b9b58',
      within: '#d0763a',
      cost: '#9a86c8',
      greatCircle: '#a08070',
      own: '#a986c0',
      variant1: '#5f86a8',
      variant2: '#b0803c',
      variant3: '#93934c',
    },
  },
};

/** The lines of a comparison. Colours differ for every kind of colour vision, and so do the dashes. */
export const LINES = {
  traveltime: { label: 'Fastest', colour: '#d81b60', dash: [] },
  fuel: { label: 'Least fuel', colour: '#00332c', dash: [10, 6] },
  battery: { label: 'Least battery', colour: '#00332c', dash: [10, 6] },
  within: { label: 'At chosen speeds', colour: '#b25000', dash: [4, 4] },
  cost: { label: 'Least money', colour: '#5e3c99', dash: [10, 4, 2, 4] },
  greatCircle: { label: 'Great circle', colour: '#3d4852', dash: [2, 6] },
  own: { label: 'Own route', colour: '#5e35b1', dash: [12, 5, 2, 5] },
  traveltime1: { label: 'Fastest, other way 1', colour: '#d81b60', dash: [2, 4] },
  traveltime2: { label: 'Fastest, other way 2', colour: '#d81b60', dash: [7, 4] },
  traveltime3: { label: 'Fastest, other way 3', colour: '#d81b60', dash: [7, 3, 2, 3] },
  fuel1: { label: 'Least fuel, other way 1', colour: '#00332c', dash: [2, 4] },
  fuel2: { label: 'Least fuel, other way 2', colour: '#00332c', dash: [7, 4] },
  fuel3: { label: 'Least fuel, other way 3', colour: '#00332c', dash: [7, 3, 2, 3] },
  battery1: { label: 'Least battery, other way 1', colour: '#00332c', dash: [2, 4] },
  battery2: { label: 'Least battery, other way 2', colour: '#00332c', dash: [7, 4] },
  battery3: { label: 'Least battery, other way 3', colour: '#00332c', dash: [7, 3, 2, 3] },
  variant1: { label: 'Compared 1', colour: '#0062a8', dash: [16, 4] },
  variant2: { label: 'Compared 2', colour: '#8a5a00', dash: [6, 3, 2, 3, 2, 3] },
  variant3: { label: 'Compared 3', colour: '#6d6d00', dash: [3, 3] },
} as const satisfies Record<string, { label: string; colour: string; dash: readonly number[] }>;

export type LineName = keyof typeof LINES;

const OTHER_WAY = /^(traveltime|fuel|battery)\d$/;

/** Whether a line is another way beside the best. */
export const isOtherWay = (line: LineName): boolean => OTHER_WAY.test(line);

/** Other ways have the colour of the best. */
export function colourOf(line: LineName, { lines }: MapPalette): string {
  const base = (OTHER_WAY.exec(line)?.[1] ?? line) as LineName;
  return lines[base] ?? LINES[line].colour;
}
