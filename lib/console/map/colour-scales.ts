/**
 * Perceptually uniform colour scales: equal steps of value look like equal steps of colour, in print and to the
 * colour-blind. cividis: Nuñez, Anderton & Renslow 2018; deep: cmocean, Thyng et al. 2016; ice: from open water, the ground, which is nearly clear, to the figure, in even steps of lightness; vik: Crameri 2018; ember, and
 * emberAtZero in the place of vik: browns and reds for lines on black water.
 */

export type Rgb = readonly [red: number, green: number, blue: number];

const STOPS = {
  cividis: '00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838',
  ice: 'ecf4f7 dbe4ee cad4e5 b9c4db a9b4d2 98a5c9 8796c0',
  iceAtNight: '16293a 20394d 2d4a60 3e5f76 56798f 7698ac a3bfcf cfe0ea',
  ember: '6b3a1e 8a4c24 a9622c c47d3c d09049 dca76a',
  emberAtZero: 'ff6a4d d9583f a0462e 6b4a30 7f7a48 96a05a',
  deep: 'fdfdcc ceecb3 9cdba5 6fc9a3 56b1a3 4c99a0 44829b 3e6c96 3e528f 403c73 362b4d',
  vik: '601200 9a4a1a c38153 e0bfa5 f0ece9 a5c6d8 4f8fb5 10568b 00215c',
} as const;

export type ScaleName = keyof typeof STOPS;

const scales = Object.fromEntries(
  Object.entries(STOPS).map(([name, text]) => [name, text.split(' ').map(parseHex)]),
) as Record<ScaleName, Rgb[]>;

function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The colour at a fraction of the scale, 0…1; beyond the ends, the ends' colours. */
export function colourAt(name: ScaleName, fraction: number): Rgb {
  const stops = scales[name];
  const place = Math.max(0, Math.min(1, fraction)) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(place));
  const part = place - low;
  const [a, b] = [stops[low]!, stops[low + 1]!];
  return [0, 1, 2].map((k) => Math.round(a[k]! + part * (b[k]! - a[k]!))) as unknown as Rgb;
}

export const cssColour = ([red, green, blue]: Rgb): string => `rgb(${red} ${green} ${blue})`;
