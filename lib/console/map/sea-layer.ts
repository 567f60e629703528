import { getWidth } from 'ol/extent.js';
import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import type { SeaGeometry } from './sea-geometry.ts';
import { SeaRenderer } from './sea-renderer.ts';

/** The sea as a layer of the map: drawn anew in each frame, so that it stays sharp while the map moves. */
export class SeaLayer extends Layer {
  readonly #renderer: SeaRenderer;

  constructor() {
    super({ zIndex: 0 });
    this.#renderer = new SeaRenderer(() => this.changed());
    this.#renderer.canvas.className = 'sea';
  }

  setSea(geometry: SeaGeometry | null): void {
    this.#renderer.setGeometry(geometry);
    this.changed();
  }

  setFills(fills: Uint8Array): void {
    this.#renderer.setFills(fills);
    this.changed();
  }

  override getSourceState(): 'ready' {
    return 'ready';
  }

  override render(frame: FrameState | null): HTMLElement | null {
    if (!frame) return null;
    const { center, resolution, rotation, projection } = frame.viewState;
    this.#renderer.draw({
      centre: [center[0]!, center[1]!],
      resolution,
      rotation,
      size: [frame.size[0]!, frame.size[1]!],
      pixelRatio: frame.pixelRatio,
      worldWidth: projection.isGlobal() ? getWidth(projection.getExtent()) : 0,
    });
    return this.#renderer.canvas;
  }
}
