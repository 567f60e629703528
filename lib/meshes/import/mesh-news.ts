/** Where a run of the import brought new data: what depends on the sea is told once in each run. */
import { EVERYWHERE, type GeoBounds } from '../geo-bounds.ts';
import type { MeshStore } from '../mesh-store.ts';
import type { ImportResult } from './import-result.ts';

export interface NewsPorts {
  readonly store: Pick<MeshStore, 'byMd5'>;
  readonly announce: (bounds: readonly GeoBounds[]) => Promise<void>;
}

/** Regions that are told apart; where there are more, those that are left are one. */
const MOST_REGIONS = 100;

export class MeshNews {
  readonly #ports: NewsPorts;
  readonly #bounds = new Map<string, GeoBounds>();

  constructor(ports: NewsPorts) {
    this.#ports = ports;
  }

  /** A mesh that is found stored may be of a run that died before it told of it. */
  async add(result: ImportResult): Promise<void> {
    const { outcome } = result;
    if (outcome === 'inserted') this.#addBounds(result.bounds);
    else if (outcome === 'restored' || outcome === 'already stored') {
      const record = await this.#ports.store.byMd5(result.md5);
      if (record && !record.removed) this.#addBounds(record.bounds);
    }
  }

  /** Tells it, where there is something to tell. @throws what the announcement throws */
  async tell(): Promise<void> {
    const bounds = [...this.#bounds.values()];
    if (bounds.length === 0) return;
    await this.#ports.announce(bounds);
    this.#bounds.clear();
  }

  #addBounds(bounds: GeoBounds): void {
    if (this.#bounds.size < MOST_REGIONS) this.#bounds.set(JSON.stringify(bounds), bounds);
    else this.#bounds.set('', EVERYWHERE);
  }
}
