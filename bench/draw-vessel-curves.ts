/** Draws docs/vessel-curves.svg: speed and fuel of a ship against the concentration of ice, by hull type and thickness, from the models. */
import { writeFileSync } from 'node:fs';
import { attenboroughFuel, consumptionPerDay } from '../lib/vessel/consumption.ts';
import { hullTypes, iceResistance, speedInIce } from '../lib/vessel/ice.ts';

const SHIP = { beamM: 24, forceLimitN: 96634.5 };
const MAX_SPEED_KMH = 26.5;
const DENSITY = 875;
const THICKNESSES = [0.3, 0.6, 1.2, 2.4];
const COLOURS = ['#8fb8de', '#4d8fc4', '#1f6299', '#0b3557'];
const PANEL = { width: 330, height: 220, left: 52, top: 46, gap: 74 };

interface Quantity {
  readonly title: string;
  readonly top: number;
  readonly step: number;
  of(hull: string, concentration: number, thickness: number): number;
}

const QUANTITIES: readonly Quantity[] = [
  { title: 'Speed, km/h', top: 30, step: 10, of: (...ice) => sail(...ice).speed },
  { title: 'Fuel, tonnes a day', top: 80, step: 20, of: (...ice) => sail(...ice).fuel },
];

function sail(hull: string, concentration: number, thickness: number) {
  const model = { ...hullTypes.get(hull)!, ...SHIP };
  const speed = speedInIce(model, MAX_SPEED_KMH, concentration, thickness, DENSITY);
  const resistance = iceResistance(model, speed, concentration, thickness, DENSITY);
  return { speed, fuel: consumptionPerDay(attenboroughFuel, speed, resistance, Number.NaN) };
}

function panel(hull: string, quantity: Quantity, column: number, row: number): string {
  const { width, height, left, top, gap } = PANEL;
  const x0 = left + column * (width + gap);
  const y0 = top + row * (height + gap);
  const x = (concentration: number) => (x0 + (width * concentration) / 100).toFixed(1);
  const y = (value: number) => (y0 + height * (1 - value / quantity.top)).toFixed(1);
  const parts = [`<text x="${x0}" y="${y0 - 12}" class="title">${quantity.title}: ${hull} hull</text>`];
  for (let value = 0; value <= quantity.top; value += quantity.step) {
    parts.push(`<line x1="${x0}" x2="${x0 + width}" y1="${y(value)}" y2="${y(value)}" class="grid"/>`);
    parts.push(`<text x="${x0 - 8}" y="${Number(y(value)) + 4}" text-anchor="end">${value}</text>`);
  }
  for (const concentration of [0, 20, 40, 60, 80, 100]) {
    parts.push(
      `<text x="${x(concentration)}" y="${y0 + height + 18}" text-anchor="middle">${concentration} %</text>`,
    );
  }
  THICKNESSES.forEach((thickness, k) => {
    const points = Array.from(
      { length: 201 },
      (_, i) => `${x(i / 2)},${y(quantity.of(hull, i / 2, thickness))}`,
    );
    parts.push(
      `<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS[k]}" stroke-width="2"/>`,
    );
  });
  return parts.join('\n');
}

const { width, height, left, top, gap } = PANEL;
const [totalWidth, totalHeight] = [left + 2 * width + gap + 20, top + 2 * height + gap + 70];
const panels = QUANTITIES.flatMap((quantity, row) =>
  [...hullTypes.keys()].map((hull, column) => panel(hull, quantity, column, row)),
);
const legend = THICKNESSES.map((thickness, k) => {
  const x = left + k * 130;
  const y = totalHeight - 18;
  return `<line x1="${x}" x2="${x + 24}" y1="${y}" y2="${y}" stroke="${COLOURS[k]}" stroke-width="3"/>
<text x="${x + 30}" y="${y + 4}">${thickness} m of ice</text>`;
});
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${totalWidth} ${totalHeight}" font-family="sans-serif" font-size="12" fill="#333">
<title>Speed and fuel of a ship against sea-ice concentration, by hull type and thickness</title>
<style>.title { font-size: 14px; font-weight: bold } .grid { stroke: #ddd }</style>
<rect width="100%" height="100%" fill="#fff"/>
${[...panels, ...legend].join('\n')}
</svg>
`;
writeFileSync(new URL('../docs/vessel-curves.svg', import.meta.url), svg);
