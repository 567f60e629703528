/** What lies over the sea: drawn anew for another light or projection, and while the map moves. */
import type { Options } from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import { type MapPalette, PALETTES } from './palette.ts';
import type { ProjectionName } from './projections.ts';
import { UprightLayer } from './upright-layer.ts';

export abstract class OverlayLayer extends UprightLayer {
  protected palette: MapPalette = PALETTES.day;
  protected projection: ProjectionName = 'mercator';

  constructor(options: Options<VectorSource>) {
    super({
      source: new VectorSource(),
      updateWhileAnimating: true,
      updateWhileInteracting: true,
      ...options,
    });
  }

  setPalette(palette: MapPalette): void {
    this.palette = palette;
    this.drawAnew();
  }

  setProjection(name: ProjectionName): void {
    this.projection = name;
    this.drawAnew();
  }

  /** Everything, because the light or the projection is another. */
  protected abstract drawAnew(): void;
}
