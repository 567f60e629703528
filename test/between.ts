import fc from 'fast-check';

/**
 * Numbers spread evenly over an interval, and one in ten that is next to 0 or to an end. (`fc.double` alone draws its bits
 * evenly, so that nearly all numbers are of the latter kind.)
 */
export const between = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.integer({ min: 0, max: 2 ** 30 }).map((k) => min + (max - min) * (k / 2 ** 30)),
    },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  );
