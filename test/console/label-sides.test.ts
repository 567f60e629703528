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
