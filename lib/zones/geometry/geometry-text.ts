import { computed } from '../../engine/computed.ts';
import type { ZoneGeometry } from './polygon.ts';

const texts = new WeakMap<ZoneGeometry, string>();

/** A geometry as JSON, by which equal ones of several requests are known; written once. */
export const geometryText = (geometry: ZoneGeometry): string =>
  computed(texts, geometry, () => JSON.stringify(geometry));
