/** The colours of the map by theme; those of routes are the same in all, with a border that sets them off. */

import type { ZoneKind } from '../../zones/zone.ts';

export type Theme = 'day' | 'dark' | 'night';

export interface MapPalette {
  readonly water: string;
  readonly land: string;
  readonly coast: string;
  readonly grid: string;
  readonly label: string;
  readonly labelHalo: string;
  /** Sets lines off from the sea. */
  readonly casing: string;
  /** Red, green and blue of zones. */
  readonly zones: Readonly<Record<ZoneKind, string>>;
  /** Of lines that would not be seen in their own colour. */
  readonly lines: Readonly<Partial<Record<LineName, string>>>;
}

export const PALETTES: Readonly<Record<Theme, MapPalette>> = {
  day: {
    water: '#c2cdd4',
    land: '#e9dfc4',
    coast: '#8a7d5c',
    grid: 'rgb(20 50 80 / 28%)',
    label: '#16324a',
    labelHalo: 'rgb(255 255 255 / 75%)',
    casing: 'rgb(255 255 255 / 90%)',
    zones: { closed: '176 28 28', speed_limit: '150 82 0', report: '20 80 160' },
    lines: {},
  },
  dark: {
    water: '#10202c',
    land: '#2c3136',
    coast: '#6b7680',
    grid: 'rgb(210 230 245 / 20%)',
    label: '#d5e3ec',
    labelHalo: 'rgb(10 20 28 / 80%)',
    casing: 'rgb(8 16 24 / 85%)',
    zones: { closed: '255 120 110', speed_limit: '240 180 80', report: '130 190 255' },
    lines: {
      traveltime: '#ff5c93',
      fuel: '#5fe0c8',
      battery: '#5fe0c8',
      greatCircle: '#c6d2dc',
      own: '#c3a9ff',
      variant1: '#6db8ff',
      variant2: '#ffb347',
      variant3: '#d8d86a',
    },
  },
  night: {
    water: '#080604',
    land: '#17110c',
    coast: '#4a2f1c',
    grid: 'rgb(200 110 60 / 18%)',
    label: '#b5683c',
    labelHalo: 'rgb(0 0 0 / 85%)',
    casing: 'rgb(0 0 0 / 85%)',
    zones: { closed: '255 120 110', speed_limit: '240 180 80', report: '130 190 255' },
    lines: {
      traveltime: '#ff5c93',
      fuel: '#5fe0c8',
      battery: '#5fe0c8',
      greatCircle: '#c6d2dc',
      own: '#c3a9ff',
      variant1: '#6db8ff',
      variant2: '#ffb347',
      variant3: '#d8d86a',
    },
  },
};

/** The lines of a comparison. Colours differ for every kind of colour vision, and so do the dashes. */
export const LINES = {
  traveltime: { label: 'Fastest', colour: '#d81b60', dash: [] },
  fuel: { label: 'Least fuel', colour: '#00332c', dash: [10, 6] },
  battery: { label: 'Least battery', colour: '#00332c', dash: [10, 6] },
  within: { label: 'In the time given', colour: '#b25000', dash: [4, 4] },
  greatCircle: { label: 'Great circle', colour: '#3d4852', dash: [2, 6] },
  own: { label: 'Own route', colour: '#5e35b1', dash: [12, 5, 2, 5] },
  variant1: { label: 'Compared 1', colour: '#0062a8', dash: [16, 4] },
  variant2: { label: 'Compared 2', colour: '#8a5a00', dash: [6, 3, 2, 3, 2, 3] },
  variant3: { label: 'Compared 3', colour: '#6d6d00', dash: [3, 3] },
} as const satisfies Record<string, { label: string; colour: string; dash: readonly number[] }>;

export type LineName = keyof typeof LINES;
