/** Areas for tests. */

/** A polygon that every ray from its middle leaves once; its ring has longitudes that may run beyond ±180. */
export function starPolygon({ lat, lon, radii }: { lat: number; lon: number; radii: readonly number[] }) {
  const points = radii.map((radius, i) => {
    const angle = (2 * Math.PI * i) / radii.length;
    return [lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
  });
  const ring = [...points, points[0]!];
  return { ring, geometry: { type: 'Polygon' as const, coordinates: [ring] } };
}
