/** How marks of places are drawn. */
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { MapPalette, MarkColours } from './palette.ts';

/** @param zIndex that of a pin is 10 */
export function dot(fill: string, stroke: string, radius: number, zIndex: number): Style {
  return new Style({
    zIndex,
    image: new CircleStyle({
      declutterMode: 'none',
      radius,
      fill: new Fill({ color: fill }),
      stroke: new Stroke({ color: stroke, width: 2 }),
    }),
  });
}

export function pin(letter: string, colour: string, { ink, ring }: MarkColours): Style {
  return new Style({
    zIndex: 10,
    image: new CircleStyle({
      declutterMode: 'none',
      radius: 12,
      fill: new Fill({ color: colour }),
      stroke: new Stroke({ color: ring, width: 2.5 }),
    }),
    text: new Text({
      text: letter,
      declutterMode: 'none',
      font: '700 13px system-ui, sans-serif',
      fill: new Fill({ color: ink }),
      offsetY: 1,
    }),
  });
}

/** The small ring of a location, with its name. */
export function ring({ label, labelHalo }: MapPalette, text: Text): Style {
  return new Style({
    image: new CircleStyle({
      declutterMode: 'none',
      radius: 3.5,
      fill: new Fill({ color: labelHalo }),
      stroke: new Stroke({ color: label, width: 1.6 }),
    }),
    text,
  });
}

/** A cross, as what is closed has on charts. @param text beside it */
export function cross({ alertRing, danger }: MarkColours, zIndex: number, text?: Text): Style[] {
  const strokes = [new Stroke({ color: alertRing, width: 6 }), new Stroke({ color: danger, width: 3 })];
  return strokes.map((stroke, k) => {
    const image = new RegularShape({ points: 4, radius: 9, radius2: 0, angle: Math.PI / 4, stroke });
    return new Style({ zIndex: zIndex + k, image, ...(text && k === 1 && { text }) });
  });
}
