/** What is drawn of lines, areas and names, as the map is turned. */
import VectorLayer from 'ol/layer/Vector.js';
import CanvasVectorLayerRenderer from 'ol/renderer/canvas/VectorLayer.js';
import type VectorSource from 'ol/source/Vector.js';

/**
 * A layer that is drawn as it is seen. OpenLayers would draw it north up on a larger canvas, and the browser would turn
 * that in each frame: names would be blurred, and without a graphics card a frame takes ten times as long.
 */
export class UprightLayer extends VectorLayer<VectorSource> {
  protected override createRenderer(): CanvasVectorLayerRenderer {
    return uprightRenderer(this);
  }
}

/** Lets a layer that OpenLayers has made, which has not been drawn yet, be drawn so too. */
export function drawUpright(layer: VectorLayer): void {
  Object.assign(layer, { createRenderer: () => uprightRenderer(layer) });
}

const uprightRenderer = (layer: VectorLayer) => new CanvasVectorLayerRenderer(layer, { wantRotation: true });
