/** The name of a place, an area or a line on the map, on the side of it where it is read (label-sides.ts). */
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Text from 'ol/style/Text.js';
import { labelOffset, type Side } from './label-sides.ts';
import type { MapPalette } from './palette.ts';

const FONT = '600 12px system-ui, sans-serif';
const ALIGN = { right: 'left', left: 'right', above: 'center', below: 'center', on: 'center' } as const;

/** Characters of a name in one line, and the height of one. */
const LINE_LENGTH = 24;
const LINE_PX = 15;

const pen = document.createElement('canvas').getContext('2d')!;

export class PlaceName {
  readonly text: Text;
  /** Pixels. */
  readonly width: number;
  readonly halfHeight: number;
  /** Whether it is left out where no side is free. */
  readonly isOptional: boolean;
  readonly isArea: boolean;
  readonly #written: string;

  constructor(
    name: string,
    isOptional: boolean,
    { label, labelHalo }: MapPalette,
    { isArea = false, ink = label }: { readonly isArea?: boolean; readonly ink?: string } = {},
  ) {
    const lines = isArea ? inLines(name) : name.split('\n');
    this.#written = lines.join('\n');
    this.isOptional = isOptional;
    this.isArea = isArea;
    pen.font = FONT;
    this.width = Math.max(...lines.map((line) => pen.measureText(line).width));
    this.halfHeight = (LINE_PX * lines.length) / 2;
    this.text = new Text({
      text: this.#written,
      overflow: true,
      font: FONT,
      fill: new Fill({ color: ink }),
      stroke: new Stroke({ color: labelHalo, width: 3.5 }),
    });
  }

  /** Writes it at a side of its place, or not at all; whether that is not as it was. */
  write(radius: number, side: Side | null): boolean {
    const { text, halfHeight, isArea } = this;
    const [x, y] = labelOffset({ radius, halfHeight, isArea }, side ?? 'right');
    const shown = side ? this.#written : '';
    const isSame = text.getText() === shown && text.getOffsetX() === x && text.getOffsetY() === y;
    text.setText(shown);
    text.setOffsetX(x);
    text.setOffsetY(y);
    text.setTextAlign(ALIGN[side ?? 'right']);
    return !isSame;
  }
}

function inLines(name: string): string[] {
  const lines = [''];
  for (const word of name.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + word.length >= LINE_LENGTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
