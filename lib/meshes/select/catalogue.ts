/**
 * The meshes that can be selected, with what selection looks at and nothing else: small enough to be read whole, so
 * that a selection costs the same however many meshes there are and wherever they lie. The records are the truth; a
 * catalogue can be made from them again at any time.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { dayOf, type MeshRecord } from '../mesh-record.ts';
import {
  type AcceptMesh,
  extentKeyOf,
  type MeshCandidate,
  type NewestOfExtent,
  rankOf,
  selectMeshes,
} from './select-meshes.ts';

/** Meshes of one extent that are looked at for a forecast: the last days of a forecast that is made anew each day. */
const MOST_SIBLINGS = 200;
/** A catalogue of another version is made again from the records. */
const VERSION = 1;

/** The meshes of one kind, vessel and extent: those of years of one region are one of these. */
const extentSchema = z.object({
  kind: z.enum(['vessel', 'environment']),
  vesselKey: z.string().nullable(),
  bounds: z.object({ latMin: z.number(), latMax: z.number(), lonMin: z.number(), lonMax: z.number() }),
  areaKm2: z.number(),
  /** Identifier of each mesh, and the day on which it was made. */
  meshes: z.array(z.tuple([z.int(), z.string()])).min(1),
});
const catalogueSchema = z.object({ version: z.literal(VERSION), extents: z.array(extentSchema) });

type Extent = z.output<typeof extentSchema>;

export class Catalogue {
  /** By `extentKeyOf`. */
  readonly #extents: ReadonlyMap<string, Extent>;
  #ranked: NewestOfExtent[] | undefined;

  private constructor(extents: ReadonlyMap<string, Extent>) {
    this.#extents = extents;
  }

  /** @param meshes removed ones are left out */
  static of(meshes: Iterable<MeshRecord>): Catalogue {
    const extents = new Map<string, Extent>();
    for (const mesh of meshes) if (!mesh.removed) put(extents, mesh);
    return new Catalogue(extents);
  }

  /** What `toBytes` wrote; null where it is damaged or of another version. */
  static fromBytes(bytes: Uint8Array): Catalogue | null {
    try {
      const { extents } = catalogueSchema.parse(JSON.parse(gunzipSync(bytes).toString()));
      return new Catalogue(new Map(extents.map((extent) => [extentKeyOf(extent), extent])));
    } catch {
      return null;
    }
  }

  toBytes(): Uint8Array {
    const text = JSON.stringify({ version: VERSION, extents: [...this.#extents.values()] });
    return gzipSync(text, { level: 1 });
  }

  /** The catalogue with these meshes as they are now: the removed ones are not in it. Safe to repeat. */
  with(meshes: readonly MeshRecord[]): Catalogue {
    const extents = new Map(this.#extents);
    for (const mesh of meshes) {
      if (mesh.removed) take(extents, mesh);
      else put(extents, mesh);
    }
    return new Catalogue(extents);
  }

  get isEmpty(): boolean {
    return this.#extents.size === 0;
  }

  /** The meshes of the extent that one is of, the most recently made first. */
  siblings(id: number): number[] {
    for (const { meshes } of this.#extents.values()) {
      if (!meshes.some(([own]) => own === id)) continue;
      const newest = meshes.toSorted(([a, day], [b, other]) => (day < other ? 1 : day > other ? -1 : b - a));
      return newest.slice(0, MOST_SIBLINGS).map(([own]) => own);
    }
    return [];
  }

  /** The meshes to try for a route, in order: see `selectMeshes`. */
  candidates(points: readonly LatLon[], accepts?: AcceptMesh): MeshCandidate[] {
    this.#ranked ??= rank(this.#extents.values());
    return selectMeshes(this.#ranked, points, accepts);
  }
}

function put(extents: Map<string, Extent>, mesh: MeshRecord): void {
  const { id, kind, vesselKey, bounds, areaKm2 } = mesh;
  const others = othersOf(extents, mesh);
  extents.set(extentKeyOf(mesh), {
    kind,
    vesselKey,
    bounds,
    areaKm2,
    meshes: [...others, [id, dayOf(mesh)]],
  });
}

function take(extents: Map<string, Extent>, mesh: MeshRecord): void {
  const key = extentKeyOf(mesh);
  const others = othersOf(extents, mesh);
  if (others.length === 0) extents.delete(key);
  else extents.set(key, { ...extents.get(key)!, meshes: others });
}

const othersOf = (extents: ReadonlyMap<string, Extent>, mesh: MeshRecord): Extent['meshes'] =>
  (extents.get(extentKeyOf(mesh))?.meshes ?? []).filter(([id]) => id !== mesh.id);

/** The newest meshes of each extent, in the order in which selection looks at them. */
function rank(extents: Iterable<Extent>): NewestOfExtent[] {
  const newest = Array.from(extents, ({ meshes, ...extent }) => {
    const day = meshes.reduce((latest, [, each]) => (each > latest ? each : latest), '');
    const ids = meshes.filter(([, each]) => each === day).map(([id]) => id);
    return { ...extent, day, ids };
  });
  const byRank = newest.map((extent) => ({ extent, rank: rankOf(extent) }));
  return byRank.sort((a, b) => (a.rank < b.rank ? 1 : a.rank > b.rank ? -1 : 0)).map(({ extent }) => extent);
}
