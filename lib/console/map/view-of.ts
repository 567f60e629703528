import { get } from 'ol/proj.js';
import View from 'ol/View.js';
import { PROJECTION_CODES, type ProjectionName } from './projections.ts';

/** The map's view in a projection: polar ones turn freely, and are left only at their middle. */
export function viewOf(name: ProjectionName): View {
  return new View({
    projection: get(PROJECTION_CODES[name])!,
    center: [0, 0],
    zoom: 3,
    minZoom: 0,
    maxZoom: 14,
    constrainResolution: false,
    ...(name === 'mercator' ? { multiWorld: true } : { constrainOnlyCenter: true }),
    enableRotation: true,
    constrainRotation: false,
  });
}
