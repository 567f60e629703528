/** Rings of many points. */

/** An area whose border runs through points, the first not repeated. */
export const ringOf = (points: readonly number[][]) => ({
  type: 'Polygon',
  coordinates: [[...points, points[0]!]],
});

/** On some 100 m. */
export const circleOf = (points: number) =>
  Array.from({ length: points }, (_, i) => {
    const angle = (i / points) * 2 * Math.PI;
    return [-60 + 0.001 * Math.cos(angle), -60 + 0.0005 * Math.sin(angle)];
  });
