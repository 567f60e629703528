/** The name of a place on the map, on the side of it where it is read (label-sides.ts). */
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Text from 'ol/style/Text.js';
import { labelOffset, type Side } from './label-sides.ts';
import type { MapPalette } from './palette.ts';

const FONT = '600 12px system-ui, sans-serif';
const ALIGN = { right: 'left', left: 'right', above: 'center', below: 'center' } as const;

const pen = document.createElement('canvas').getContext('2d')!;

export class PlaceName {
  readonly text: Text;
  /** Pixels. */
  readonly width: number;
  /** Whether it is left out where no side is free. */
  readonly isOptional: boolean;
  readonly #written: string;

  constructor(written: string, isOptional: boolean, { label, labelHalo }: MapPalette) {
    this.#written = written;
    this.isOptional = isOptional;
    pen.font = FONT;
    this.width = pen.measureText(written).width;
    this.text = new Text({
      text: written,
      font: FONT,
      fill: new Fill({ color: label }),
      stroke: new Stroke({ color: labelHalo, width: 3.5 }),
    });
  }

  /** Writes it at a side of its place, or not at all; whether that is not as it was. */
  write(radius: number, side: Side | null): boolean {
    const { text } = this;
    const [x, y] = labelOffset(radius, side ?? 'right');
    const shown = side ? this.#written : '';
    const isSame = text.getText() === shown && text.getOffsetX() === x && text.getOffsetY() === y;
    text.setText(shown);
    text.setOffsetX(x);
    text.setOffsetY(y);
    text.setTextAlign(ALIGN[side ?? 'right']);
    return !isSame;
  }
}
