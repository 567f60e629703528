import { getWidth } from 'ol/extent.js';
import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import type { SeaGeometry } from './sea-geometry.ts';
import { SeaRenderer, type SeaView } from './sea-renderer.ts';

/** The sea as a layer of the map: drawn anew in each frame, so that it stays sharp while the map moves. */
export class SeaLayer extends Layer {
  readonly #renderer: SeaRenderer;
  /** What is on the canvas now. */
  #drawn = '';

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
    // an empty canvas would be composed with the others in each frame all the same
    if (!frame || this.#renderer.isEmpty) return null;
    const { center, resolution, rotation, projection } = frame.viewState;
    const view: SeaView = {
      centre: [center[0], center[1]],
      resolution,
      rotation,
      size: [frame.size[0], frame.size[1]],
      pixelRatio: frame.pixelRatio,
      worldWidth: projection.isGlobal() ? getWidth(projection.getExtent()) : 0,
    };
    // most frames are drawn for a route that follows the hand, over a sea that stays as it is
    const drawn = `${this.getRevision()} ${JSON.stringify(view)}`;
    if (drawn !== this.#drawn) this.#renderer.draw(view);
    this.#drawn = drawn;
    return this.#renderer.canvas;
  }
}
