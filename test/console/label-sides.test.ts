/** Names beside their places on the map. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Labelled, labelBox, labelSides, overlap } from '../../lib/console/map/label-sides.ts';

const pin = (x: number, y: number, width = 60): Labelled => ({ x, y, radius: 13, width });

test('a name goes to the side where no pin and no other name is', () => {
  expect(labelSides([pin(0, 0)])).toEqual(['right']);
  expect(labelSides([pin(0, 0), pin(40, 0, 0)])).toEqual(['left', null]);
  expect(labelSides([pin(0, 0, 0), pin(40, 0), pin(80, 0)])).toEqual([null, 'above', 'right']);
});

test('the name of an area stands on its middle, or else above or below it', () => {
  const area = { x: 0, y: 0, radius: 0, width: 80, halfHeight: 15, isOptional: true, isArea: true };
  expect(labelSides([area])).toEqual(['on']);
  expect(labelSides([pin(0, 5, 0), area])).toEqual([null, 'above']);
  expect(labelSides([pin(0, -5, 0), area])).toEqual([null, 'below']);
  expect(labelSides([0, -30, 30].map((y) => pin(0, y, 0)).concat(area))[3]).toBeNull();
});

test('a name keeps off what lies over the map, and is left out where its place is below it', () => {
  const panel = { left: 10, top: -50, right: 200, bottom: 50 };
  expect(labelSides([pin(0, 0)], [panel])).toEqual(['left']);
  const dot = { x: 100, y: 0, radius: 4, width: 60, isOptional: true };
  expect(labelSides([dot], [panel])).toEqual([null]);
  expect(labelSides([{ ...dot, x: -100 }], [panel])).toEqual(['right']);
});

test('a name that may be left out is never on a mark nor on another; one that may not is always written', () => {
  const place = fc.record({
    x: fc.integer({ min: 0, max: 200 }),
    y: fc.integer({ min: 0, max: 100 }),
    radius: fc.constantFrom(4, 13),
    width: fc.constantFrom(0, 30, 90),
    isOptional: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 12 }), (items) => {
      const sides = labelSides(items);
      const boxes = items.flatMap((item, i) => (sides[i] ? [{ i, box: labelBox(item, sides[i]) }] : []));
      for (const { i, box } of boxes) {
        if (!items[i]!.isOptional) continue;
        expect(boxes.some((other) => other.i < i && overlap(box, other.box))).toBe(false);
        for (const [k, { x, y, radius }] of items.entries()) {
          const isMark = overlap(box, {
            left: x - radius,
            right: x + radius,
            top: y - radius,
            bottom: y + radius,
          });
          if (k !== i) expect(isMark).toBe(false);
        }
      }
      for (const [i, { width, isOptional }] of items.entries()) {
        if (width > 0 && !isOptional) expect(sides[i]).not.toBeNull();
      }
    }),
  );
});
