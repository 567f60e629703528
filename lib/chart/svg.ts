/** SVG as text. */
import { xmlText } from '../files/xml-text.ts';
import type { Pixel } from './projection.ts';

const FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element with its attributes (those that are undefined are left out) and its text, both escaped. */
export function element(name: string, attributes: Attributes, content?: string): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  return content === undefined ? `<${name}${list}/>` : `<${name}${list}>${escaped(content)}</${name}>`;
}

export interface TextStyle {
  readonly size?: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly [attribute: string]: string | number | undefined;
}

/** Text whose baseline begins (or is centred, or ends) at a pixel. */
export function text([x, y]: Pixel, content: string, style: TextStyle = {}): string {
  const { size = 12, weight = 400, fill = '#3d5166', anchor = 'start', ...rest } = style;
  const font = { 'font-family': FONT, 'font-size': size, 'font-weight': weight };
  return element(
    'text',
    { x: pixel(x), y: pixel(y), ...font, fill, 'text-anchor': anchor, ...rest },
    content,
  );
}

/** A tenth of a pixel is as much as can be seen. */
export const pixel = (value: number): number => Math.round(10 * value) / 10;

/** Escaped, and without the characters that XML does not allow. */
const escaped = (content: string): string =>
  xmlText(content)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
