/** A chart in Mercator's projection as SVG: there cells are rectangles and rhumb lines straight. */
import { isometricLatitude, RADIANS } from '../../lib/engine/geometry/sphere.ts';
import { outlineOf, type Rectangle } from './outline.ts';

export type Position = readonly [lon: number, lat: number];

const FONT = `font-family="Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"`;
const MARGIN = { top: 74, right: 24, bottom: 36, left: 56 };

export class Chart {
  readonly width: number;
  readonly height: number;
  private readonly region: Rectangle;
  private readonly scale: number;
  private readonly parts: string[] = [];

  /** @param region that is shown, degrees; `width` of the whole drawing, pixels */
  constructor(region: Rectangle, width: number) {
    const [west, south, east, north] = region;
    this.region = region;
    this.width = width;
    this.scale = (width - MARGIN.left - MARGIN.right) / ((east - west) * RADIANS);
    const rise = isometricLatitude(north * RADIANS) - isometricLatitude(south * RADIANS);
    this.height = Math.round(rise * this.scale) + MARGIN.top + MARGIN.bottom;
  }

  x(lon: number): number {
    return MARGIN.left + (lon - this.region[0]) * RADIANS * this.scale;
  }

  y(lat: number): number {
    const top = isometricLatitude(this.region[3] * RADIANS);
    return MARGIN.top + (top - isometricLatitude(lat * RADIANS)) * this.scale;
  }

  shows([west, south, east, north]: Rectangle): boolean {
    const [regionWest, regionSouth, regionEast, regionNorth] = this.region;
    return west < regionEast && east > regionWest && south < regionNorth && north > regionSouth;
  }

  /** Cells in one colour, as one path. */
  cells(rectangles: readonly Rectangle[], fill: string): void {
    const [west, south, east, north] = this.region;
    const shown = rectangles
      .map(
        ([w, s, e, n]) =>
          [Math.max(w, west), Math.max(s, south), Math.min(e, east), Math.min(n, north)] as const,
      )
      .filter(([w, s, e, n]) => w < e && s < n);
    const path = outlineOf(shown).map((loop) => `${this.polyline(loop)}z`);
    this.parts.push(`<path fill="${fill}" fill-rule="evenodd" d="${path.join('')}"/>`);
  }

  /** The sides of cells, thin. */
  grid(rectangles: readonly Rectangle[], stroke: string, width = 0.5): void {
    const path = rectangles.map(
      ([w, s, e, n]) =>
        `${this.polyline([
          [w, n],
          [e, n],
          [e, s],
          [w, s],
        ])}z`,
    );
    this.parts.push(`<path fill="none" stroke="${stroke}" stroke-width="${width}" d="${path.join('')}"/>`);
  }

  /** A line through points, with a pale casing that lifts it off what is under it. */
  line(points: readonly Position[], stroke: string, width: number, dash = ''): void {
    const style = 'fill="none" stroke-linejoin="round" stroke-linecap="round"';
    const path = this.polyline(points);
    const dashes = dash && ` stroke-dasharray="${dash}"`;
    this.parts.push(
      `<path ${style} stroke="#fff" stroke-opacity=".75" stroke-width="${width + 2.5}" d="${path}"/>`,
      `<path ${style} stroke="${stroke}" stroke-width="${width}"${dashes} d="${path}"/>`,
    );
  }

  dot([lon, lat]: Position, radius: number, fill: string, stroke = '#fff', strokeWidth = 1.5): void {
    const at = `cx="${decimal(this.x(lon))}" cy="${decimal(this.y(lat))}"`;
    this.parts.push(
      `<circle ${at} r="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="${strokeWidth}"/>`,
    );
  }

  /** Text beside a place. */
  label([lon, lat]: Position, text: string, dx = 10, dy = 4, anchor = 'start'): void {
    const halo =
      'paint-order="stroke" stroke="#fff" stroke-opacity=".9" stroke-width="4" stroke-linejoin="round"';
    const at = `x="${decimal(this.x(lon) + dx)}" y="${decimal(this.y(lat) + dy)}"`;
    this.parts.push(
      `<text ${at} ${FONT} font-size="14" font-weight="600" fill="#12263a" text-anchor="${anchor}" ${halo}>${text}</text>`,
    );
  }

  text(
    x: number,
    y: number,
    text: string,
    size = 12,
    fill = '#3d5166',
    weight = 400,
    anchor = 'start',
  ): void {
    const style = `font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}"`;
    this.parts.push(`<text x="${decimal(x)}" y="${decimal(y)}" ${FONT} ${style}>${text}</text>`);
  }

  raw(svg: string): void {
    this.parts.push(svg);
  }

  /** Meridians and parallels every so many degrees, named in the margin. */
  graticule(every: { lon: number; lat: number }): void {
    const [west, south, east, north] = this.region;
    const lines: string[] = [];
    for (let lon = Math.ceil(west / every.lon) * every.lon; lon <= east; lon += every.lon) {
      lines.push(
        this.polyline([
          [lon, south],
          [lon, north],
        ]),
      );
      this.text(
        this.x(lon),
        this.height - MARGIN.bottom + 17,
        named(lon, 'E', 'W'),
        11,
        '#5c7186',
        400,
        'middle',
      );
    }
    for (let lat = Math.ceil(south / every.lat) * every.lat; lat <= north; lat += every.lat) {
      lines.push(
        this.polyline([
          [west, lat],
          [east, lat],
        ]),
      );
      this.text(MARGIN.left - 7, this.y(lat) + 4, named(lat, 'N', 'S'), 11, '#5c7186', 400, 'end');
    }
    this.parts.push(
      `<path fill="none" stroke="#12263a" stroke-opacity=".16" stroke-width=".7" d="${lines.join('')}"/>`,
    );
  }

  /** The whole drawing, with its heading. */
  svg(title: string, subtitle: string): string {
    const frame = `x="${MARGIN.left}" y="${MARGIN.top}" width="${this.width - MARGIN.left - MARGIN.right}" height="${
      this.height - MARGIN.top - MARGIN.bottom
    }"`;
    const head = new Chart(this.region, this.width);
    head.text(MARGIN.left, 34, title, 21, '#12263a', 650);
    head.text(MARGIN.left, 56, subtitle, 13, '#5c7186');
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}" role="img">`,
      `<title>${title}</title>`,
      `<rect width="${this.width}" height="${this.height}" rx="8" fill="#fff"/>`,
      ...head.parts,
      ...this.parts,
      `<rect ${frame} fill="none" stroke="#12263a" stroke-opacity=".35"/>`,
      '</svg>',
      '',
    ].join('\n');
  }

  private polyline(points: readonly Position[]): string {
    return points
      .map(([lon, lat], i) => `${i === 0 ? 'M' : 'L'}${decimal(this.x(lon))} ${decimal(this.y(lat))}`)
      .join('');
  }
}

/** A tenth of a pixel. */
function decimal(value: number): string {
  return String(Math.round(10 * value) / 10);
}

function named(degrees: number, positive: string, negative: string): string {
  return `${Math.abs(degrees)}°${degrees === 0 ? '' : degrees > 0 ? positive : negative}`;
}
