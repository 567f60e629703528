/**
 * Divides the open cells of a compiled mesh along the borders of areas. Areas that close come first; a speed limit divides what
 * they leave open.
 */
import { Places } from '../../engine/compile/places.ts';
import { computed } from '../../engine/computed.ts';
import { CLOSED_REASONS } from '../../engine/mesh/environment.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Coverage } from '../geometry/coverage.ts';
import { type Box, boxAt } from '../geometry/polygon.ts';
import { closeInside } from './close-inside.ts';
import { type Area, divideBox, type Piece } from './divide-box.ts';
import type { NearRoutes } from './near-routes.ts';
import { Pieces } from './pieces.ts';
import { spreadCrowds } from './spread-crowds.ts';

/** What an area does to the cells in it. */
export type Change =
  | { readonly area: CellArea; readonly closes: 'zone' | 'clearance' }
  | { readonly area: CellArea; readonly closes: false; readonly limitMps: number };

/** An area that may be asked about a cell. */
export interface CellArea {
  /** The box divided; null where all of it is outside. */
  divide(box: Box): Piece[] | null;
  /** Whether pieces said to be inside may be so in part only; absent where all of them are taken to be inside. */
  isInPart?(piece: Box): boolean;
}

/** By box and reach: how it is divided where it is far from the routes. */
const dividedFar = new WeakMap<Coverage, Map<string, Piece[]>>();

/** The area that polygons cover together; boxes that its border crosses count as inside. */
export class CoveredArea implements CellArea, Area<readonly number[]> {
  private readonly coverage: Coverage;
  private readonly near: NearRoutes | null;

  /** @param near where the border is divided finely; null: everywhere */
  constructor(coverage: Coverage, near: NearRoutes | null = null) {
    this.coverage = coverage;
    this.near = near;
  }

  look(box: Box, edges: readonly number[]) {
    const found = this.coverage.borderIn(box, edges);
    if (found) return { border: found.border, parts: found.edges };
    const isInside = this.coverage.contains(0.5 * (box.west + box.east), 0.5 * (box.south + box.north));
    return isInside ? 'inside' : 'outside';
  }

  /** Boxes far from the routes are closed where they are inside; what the border crosses there stays open. */
  divideFar(box: Box, edges: readonly number[]): Piece[] | null {
    return this.isFar(box) ? closeInside(this, box, edges, this.near!.elsewhere.reachM) : null;
  }

  divide(box: Box): Piece[] | null {
    if (!this.coverage.isNear(box)) return null;
    const divided = () => divideBox(this, box, this.coverage.edgesNear(box));
    if (!this.isFar(box)) return divided();
    // the same whatever routes there are
    const far = computed(dividedFar, this.coverage, () => new Map<string, Piece[]>());
    return computed(far, JSON.stringify([box, this.near!.elsewhere.reachM]), divided);
  }

  private isFar(box: Box): boolean {
    return this.near?.isFarFrom(box) ?? false;
  }
}

/** How wide what is outside may be in a box that is said to be inside, metres. */
const MET_REACH_M = 2000;

/** What polygons cover together, in few boxes: ones that are outside, and ones in all or some of which something is covered. */
export class MetArea implements CellArea {
  private readonly coverage: Coverage;
  private readonly covered: CoveredArea;

  constructor(coverage: Coverage) {
    this.coverage = coverage;
    this.covered = new CoveredArea(coverage);
  }

  divide(box: Box): Piece[] | null {
    const { coverage, covered } = this;
    if (!coverage.isNear(box)) return null;
    const opposite = { inside: 'outside', outside: 'inside' } as const;
    const look = (part: Box, edges: readonly number[]) => {
      const found = covered.look(part, edges);
      return typeof found === 'string' ? opposite[found] : found;
    };
    const outside = closeInside({ look }, box, coverage.edgesNear(box), MET_REACH_M);
    return outside.map((piece) => ({ ...piece, isClosed: !piece.isClosed }));
  }

  isInPart(piece: Box): boolean {
    return this.covered.look(piece, this.coverage.edgesNear(piece)) !== 'inside';
  }
}

/** A part of a cell that is open, and the greatest speeds in all and in some of it. */
interface OpenBox {
  readonly box: Box;
  readonly limitMps: number;
  readonly partLimitMps: number;
}

interface ClosedBox {
  readonly box: Box;
  readonly by: 'zone' | 'clearance';
}

const codeOf = (reason: 'zone' | 'clearance'): number => CLOSED_REASONS.indexOf(reason);

/** The parts of a cell; null where the changes leave it as it is. */
type Parts = { readonly open: readonly OpenBox[]; readonly closed: readonly ClosedBox[] } | null;

/** What changes make of the cells that were asked for. */
class DividedCells {
  private readonly changes: readonly Change[];
  /** South-west corners. */
  private readonly corners = new Places();
  /** By corner: the cell that was asked for last. */
  private readonly cells: { readonly box: Box; readonly parts: Parts }[] = [];

  constructor(changes: readonly Change[]) {
    this.changes = changes;
  }

  partsOf(box: Box): Parts {
    const corner = this.corners.at(box.west, box.south);
    const known = this.cells[corner];
    if (known?.box.east === box.east && known.box.north === box.north) return known.parts;
    const parts = this.divided(box);
    this.cells[corner] = { box, parts };
    return parts;
  }

  private divided(box: Box): Parts {
    let open: OpenBox[] = [{ box, limitMps: Infinity, partLimitMps: Infinity }];
    const closed: ClosedBox[] = [];
    for (const change of this.changes) open = apply(change, open, closed);
    const isWhole = open.length === 1 && closed.length === 0 && open[0]!.partLimitMps === Infinity;
    return isWhole ? null : { open, closed };
  }
}

/** By changes: the meshes of a forecast have most of their cells in common. */
const divided = new WeakMap<readonly Change[], DividedCells>();

/** The pieces of the cells that the changes divide, close or slow, and of those that too many pieces touch; others have none. */
export function divideMesh(mesh: Mesh, changes: readonly Change[]): Pieces {
  const cells = computed(divided, changes, () => new DividedCells(changes));
  const pieces = new Pieces();
  for (let cell = 0; cell < mesh.openCount; cell++) {
    const parts = cells.partsOf(boxAt(mesh.bounds, cell));
    if (!parts) continue;
    for (const { box, limitMps, partLimitMps } of parts.open)
      pieces.add(box, cell, 0, limitMps, partLimitMps);
    for (const { box, by } of parts.closed) pieces.add(box, cell, codeOf(by), Infinity);
  }
  return spreadCrowds(mesh, pieces);
}

function apply(change: Change, open: readonly OpenBox[], closed: ClosedBox[]): OpenBox[] {
  const left: OpenBox[] = [];
  for (const each of open) {
    const parts = change.area.divide(each.box);
    // a cell that is wholly outside stays as it is, however it was cut to find that out
    if (!parts?.some(({ isClosed }) => isClosed)) {
      left.push(each);
      continue;
    }
    const isAll = parts.every(({ isClosed }) => isClosed);
    for (const { isClosed, ...box } of isAll ? [{ ...each.box, isClosed: true }] : parts) {
      if (!isClosed) left.push({ ...each, box });
      else if (change.closes) closed.push({ box, by: change.closes });
      else left.push({ box, ...limited(each, change, box) });
    }
  }
  return left;
}

function limited({ limitMps, partLimitMps }: OpenBox, change: Change & { closes: false }, box: Box) {
  const isInPart = change.area.isInPart?.(box) ?? false;
  return {
    limitMps: isInPart ? limitMps : Math.min(limitMps, change.limitMps),
    partLimitMps: Math.min(partLimitMps, change.limitMps),
  };
}
