/** The open water of a mesh as boxes with bounds of the room in them: its open cells, halved where that is asked for. */
import { computed } from '../../engine/computed.ts';
import { haversineNm, type LatLon } from '../../engine/geometry/sphere.ts';
import { cellBeyond, edgesOf } from '../../engine/mesh/edges.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { type Box, boxAt, shareSide } from '../geometry/polygon.ts';

export interface RoomBox extends Box {
  readonly centre: LatLon;
  /** From the centre to the farthest corner, nautical miles. */
  readonly radiusNm: number;
  /** At the centre, nautical miles; at most what matters and the radius. */
  readonly roomNm: number;
  /** From the centre to the nearest place round which no room is required, nautical miles. */
  readonly exemptNm: number;
  /** The open cell that it is part of. */
  readonly cell: number;
}

export class Boxes {
  private readonly mesh: Mesh;
  private readonly room: (place: LatLon, mostNm: number) => number;
  private readonly exempt: readonly LatLon[];
  private readonly mostNm: number;
  /** By cell: what it is now divided into. */
  readonly #parts = new Map<number, Set<RoomBox>>();
  /** By box, from when they are asked for; kept true when a box is halved. */
  readonly #neighbours = new Map<RoomBox, Set<RoomBox>>();

  /** @param mostNm room beyond this does not matter */
  constructor(
    mesh: Mesh,
    room: (place: LatLon, mostNm: number) => number,
    exempt: readonly LatLon[],
    mostNm: number,
  ) {
    this.mesh = mesh;
    this.room = room;
    this.exempt = exempt;
    this.mostNm = mostNm;
  }

  /** What an open cell is divided into. */
  partsOf(cell: number): ReadonlySet<RoomBox> {
    return computed(this.#parts, cell, () => new Set([this.#make(boxAt(this.mesh.bounds, cell), cell)]));
  }

  /** The boxes that have a part of a side in common with one. */
  neighboursOf(box: RoomBox): ReadonlySet<RoomBox> {
    return computed(this.#neighbours, box, () => {
      const { mesh } = this;
      const cells = new Set([box.cell]);
      for (const edge of edgesOf(mesh, box.cell)) cells.add(cellBeyond(mesh, edge, box.cell));
      const near = [...cells].flatMap((cell) => [...this.partsOf(cell)]);
      return new Set(near.filter((other) => other !== box && shareSide(box, other)));
    });
  }

  /** Divides a box in the middle of its longer side. */
  halve(box: RoomBox): void {
    const { west, south, east, north, centre, cell } = box;
    const width = haversineNm({ lat: centre.lat, lon: west }, { lat: centre.lat, lon: centre.lon });
    const height = haversineNm({ lat: south, lon: west }, { lat: centre.lat, lon: west });
    const halves = (
      width > height
        ? [
            { west, south, east: centre.lon, north },
            { west: centre.lon, south, east, north },
          ]
        : [
            { west, south, east, north: centre.lat },
            { west, south: centre.lat, east, north },
          ]
    ).map((half) => this.#make(half, cell));
    const around = [...this.neighboursOf(box)];
    replace(this.#parts.get(cell)!, box, halves);
    this.#neighbours.delete(box);
    halves.forEach((half, k) => {
      const beside = around.filter((other) => shareSide(half, other));
      this.#neighbours.set(half, new Set([halves[1 - k]!, ...beside]));
    });
    for (const other of around) {
      const own = this.#neighbours.get(other);
      if (own)
        replace(
          own,
          box,
          halves.filter((half) => shareSide(half, other)),
        );
    }
  }

  #make(box: Box, cell: number): RoomBox {
    const { west, south, east, north } = box;
    const centre = { lat: 0.5 * (south + north), lon: 0.5 * (west + east) };
    const radiusNm = Math.max(
      haversineNm(centre, { lat: south, lon: west }),
      haversineNm(centre, { lat: north, lon: west }),
    );
    return {
      ...box,
      cell,
      centre,
      radiusNm,
      roomNm: this.room(centre, this.mostNm + radiusNm),
      exemptNm: Math.min(...this.exempt.map((place) => haversineNm(place, centre))),
    };
  }
}

function replace(boxes: Set<RoomBox>, box: RoomBox, by: readonly RoomBox[]): void {
  boxes.delete(box);
  for (const each of by) boxes.add(each);
}
