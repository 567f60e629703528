/** Zones as GeoJSON features: those of one name are one zone. */

export interface ZoneFeature {
  readonly properties?: Readonly<Record<string, unknown>> | null;
  readonly geometry?: { readonly type?: string; readonly coordinates?: unknown } | null;
}

/** A zone that is not checked yet. */
export type ZoneCandidate = { readonly name: string } & Readonly<Record<string, unknown>>;

/**
 * @param nameOf of a feature and its index
 * @param kind of all zones; without it, what their property of that name says
 */
export function zonesOfFeatures(
  features: readonly ZoneFeature[],
  nameOf: (feature: ZoneFeature, index: number) => string,
  kind?: string,
): ZoneCandidate[] {
  const byName = new Map<string, ZoneFeature[]>();
  features.forEach((feature, i) => {
    const name = nameOf(feature, i);
    byName.set(name, [...(byName.get(name) ?? []), feature]);
  });
  return [...byName].map(([name, own]) => {
    const { kind: ownKind, max_speed_kn, season, source } = own[0]!.properties ?? {};
    return {
      name,
      kind: kind ?? ownKind,
      geometry: geometryOf(own),
      ...(max_speed_kn !== undefined && { max_speed_kn }),
      ...(season !== undefined && { season }),
      ...(source !== undefined && { source }),
    };
  });
}

function geometryOf(features: readonly ZoneFeature[]): unknown {
  if (features.length === 1) return features[0]!.geometry;
  const coordinates = features.flatMap(({ geometry }) =>
    geometry?.type === 'Polygon' ? [geometry.coordinates] : ((geometry?.coordinates ?? []) as unknown[]),
  );
  return { type: 'MultiPolygon', coordinates };
}
