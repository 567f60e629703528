/**
 * The catalogue of the selectable meshes, one object in the mesh bucket. Whoever selects asks S3 whether it has changed,
 * which costs no read of a table and no data. Every change is a conditional write, so that of simultaneous imports none is lost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import type { MeshPage } from '../meshes/mesh-store.ts';
import { Catalogue } from '../meshes/select/catalogue.ts';

export const CATALOGUE_KEY = 'catalogue/meshes.json.gz';

/** The object, read and replaced under conditions. */
export interface VersionedFile {
  /** The content; `unchanged` where its ETag is still the given one; null where there is none. */
  readIfChanged(
    key: string,
    etag?: string,
  ): Promise<{ etag: string; bytes: Uint8Array } | 'unchanged' | null>;
  /** Replaces the content with the given ETag, or where that is null, makes the object. False if it is another one by now. */
  replace(key: string, bytes: Uint8Array, etag: string | null): Promise<boolean>;
}

export interface AllMeshes {
  page(limit: number, after?: string): Promise<MeshPage>;
}

/** Each round is lost to another change; as many as this in a row are a fault. */
const ROUNDS = 20;
const MAX_WAIT_MS = 100;
const PAGE = 500;
/** How long a catalogue made from the records is used where none is stored, as between an upgrade and the next import. */
const MADE_FOR_MS = 10_000;

interface Read {
  readonly catalogue: Catalogue;
  /** Null where the object does not exist. */
  readonly etag: string | null;
  readonly isDamaged: boolean;
}

export class MeshCatalogue {
  readonly #file: VersionedFile;
  readonly #records: AllMeshes;
  #known: { readonly etag: string; readonly catalogue: Catalogue } | undefined;
  #made: { readonly at: number; readonly catalogue: Catalogue } | undefined;
  /** Changes that wait for the one that is being written: they are written together. */
  #waiting: MeshRecord[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(file: VersionedFile, records: AllMeshes) {
    this.#file = file;
    this.#records = records;
  }

  /** As it is at this moment. */
  async read(): Promise<Catalogue> {
    return (await this.#read()).catalogue;
  }

  /** Puts meshes in, and the removed ones out. Safe to repeat. */
  async change(mesh: MeshRecord): Promise<void> {
    this.#waiting.push(mesh);
    const write = this.#writing.then(() => this.#writeWaiting());
    this.#writing = write.catch(() => {});
    await write;
  }

  /** Stores the catalogue where it is missing, damaged or of another version, and there are meshes. */
  async complete(): Promise<void> {
    const { catalogue, etag, isDamaged } = await this.#read();
    if (isDamaged || (etag === null && !catalogue.isEmpty)) await this.#write([]);
  }

  async #writeWaiting(): Promise<void> {
    const meshes = this.#waiting;
    this.#waiting = [];
    if (meshes.length === 0) return; // written with another one
    try {
      await this.#write(meshes);
    } catch (error) {
      this.#waiting = [...meshes, ...this.#waiting]; // those who wait for them try again, and are told
      throw error;
    }
  }

  async #write(meshes: readonly MeshRecord[]): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      const { catalogue, etag } = await this.#read(0);
      const next = catalogue.with(meshes);
      if (await this.#file.replace(CATALOGUE_KEY, next.toBytes(), etag)) return;
      await delay(Math.random() * MAX_WAIT_MS);
    }
    throw new Error(`The catalogue of meshes was changed by others ${ROUNDS} times in a row.`);
  }

  /** @param madeForMs for how long a catalogue that had to be made from the records is used */
  async #read(madeForMs = MADE_FOR_MS): Promise<Read> {
    const read = await this.#file.readIfChanged(CATALOGUE_KEY, this.#known?.etag);
    if (read === 'unchanged') return { ...this.#known!, isDamaged: false };
    const catalogue = read && Catalogue.fromBytes(read.bytes);
    if (read && catalogue) {
      this.#known = { etag: read.etag, catalogue };
      return { ...this.#known, isDamaged: false };
    }
    return { catalogue: await this.#make(madeForMs), etag: read?.etag ?? null, isDamaged: read !== null };
  }

  async #make(madeForMs: number): Promise<Catalogue> {
    if (this.#made && Date.now() - this.#made.at < madeForMs) return this.#made.catalogue;
    const meshes: MeshRecord[] = [];
    let next: string | null | undefined;
    do {
      const page = await this.#records.page(PAGE, next ?? undefined);
      meshes.push(...page.meshes);
      next = page.next;
    } while (next);
    this.#made = { at: Date.now(), catalogue: Catalogue.of(meshes) };
    return this.#made.catalogue;
  }
}
