/**
 * The meshes of a forecast among zones: each with those that count on its days, and with the clearance. As on one mesh
 * (among-zones/plan-among-zones.ts), where there is a clearance, what is closed is divided finely only near the routes that were found.
 */
import { computed } from '../../engine/computed.ts';
import type { Objective } from '../../engine/cost/cost.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { SailedTrack } from '../../engine/plan-dated.ts';
import { type Sea, type Span, seaOf } from '../../engine/sea/sea.ts';
import { countsWithin } from '../../zones/in-season.ts';
import type { SlowDown } from '../../zones/mesh/motion.ts';
import type { NearRoutes } from '../../zones/mesh/near-routes.ts';
import { onlyWhole } from '../../zones/whole.ts';
import type { Widest } from '../../zones/widest/widest-clearance.ts';
import { type Division, OPEN_NEAR_CLEARANCE_IN_TIME, widerSea, zonedMesh } from '../../zones/zoned-mesh.ts';
import { clearanceOf, widestAmong } from '../among-zones/clearance.ts';
import { entersClosed } from '../among-zones/enters-closed.ts';
import { slowDownOf } from '../speeds/slow-down.ts';
import { vehicleUnderWay } from '../speeds/speed-wish.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import { keptOverlay } from './kept-overlay.ts';
import type { ForecastMesh } from './timeline.ts';

const MS_PER_DAY = 86_400_000;
/** Days: a mesh whose validity ends at midnight has nothing of the next day. */
const INSTANT = 1e-6;
/** Instead of a mesh. */
const NONE = -1;

export class MeshesAmongZones {
  /** In the order of the forecast; the mesh itself where nothing changes it. */
  readonly meshes: readonly Mesh[];
  private readonly own: readonly Mesh[];
  private readonly slowDown: (mesh: Mesh) => SlowDown;
  private readonly divisions: readonly Division[];
  /** By mesh, once it is asked for. */
  private readonly enters: ReturnType<typeof entersClosed>[] = [];

  /** @param near where what is closed is divided finely; null: everywhere */
  constructor(
    forecast: readonly ForecastMesh[],
    request: PlannedRequest,
    limitNm: number,
    near: NearRoutes | null,
  ) {
    const { voyage, vehicle } = request;
    const zones = onlyWhole(voyage?.zones ?? []).filter(({ kind }) => kind !== 'report');
    this.own = forecast.map(({ mesh }) => mesh);
    this.divisions = forecast.map(({ mesh, from, to }) => {
      const days = Math.max(0, (to - from) / MS_PER_DAY - INSTANT);
      const begins = new Date(from).toISOString();
      const counting = zones.filter((zone) => countsWithin(zone, begins, days));
      return { zones: counting, clearance: clearanceOf(mesh, request, limitNm), near };
    });
    this.slowDown = (mesh) => slowDownOf(mesh, vehicleUnderWay(vehicle, voyage));
    this.meshes = this.own.map((mesh, k) => {
      const division = this.divisions[k]!;
      if (division.zones.length === 0 && !division.clearance) return mesh;
      return zonedMesh(mesh, division, this.slowDown(mesh));
    });
  }

  /** The seas that bound the one of these meshes (zoned-mesh.ts), once they are asked for; none where nothing is divided. */
  provedOn(spans: readonly Span[]): Sea['provedOn'] {
    if (this.meshes.every((mesh, k) => mesh === this.own[k])) return undefined;
    const seas = new Map<Objective, Sea>();
    const objectives = { days: 'traveltime', consumed: this.own[0]!.consumption! } as const;
    return (aim) =>
      computed(seas, objectives[aim], () => {
        const meshes = this.own.map((mesh, k) =>
          widerSea(mesh, this.divisions[k]!, this.slowDown(mesh))(objectives[aim]),
        );
        return seaOf(meshes, spans, keptOverlay(meshes));
      });
  }

  /** The widest clearance that leaves a way on one of the meshes; null where none is asked for, or none does. */
  widest(request: PlannedRequest, limitNm: number): Widest | null {
    return this.divisions.reduce<Widest | null>((best, { clearance, zones }, k) => {
      const mesh = this.own[k]!;
      const one = widestAmong({ mesh, request, limitNm, slowDown: this.slowDown(mesh) }, clearance, zones);
      return one && !(best && best.nm >= one.nm) ? one : best;
    }, null);
  }

  /** Whether a track enters what is closed on the mesh that it is sailed on there; where that has closed under way, it may go on. */
  isEnteredBy(track: SailedTrack): boolean {
    const { meshes, coordinates, closedUnderWay } = track;
    const meshOf = (leg: number) => (closedUnderWay.includes(leg) ? NONE : meshes[leg]!);
    for (let from = 0, leg = 1; leg < coordinates.length; leg++) {
      // behind the last leg there is no mesh
      if (meshOf(leg + 1) === meshOf(from + 1)) continue;
      if (meshOf(leg) !== NONE && this.isEnteredOn(meshOf(leg), track, from, leg)) return true;
      from = leg;
    }
    return false;
  }

  /** The same of the legs between two vertices, all on one mesh. */
  private isEnteredOn(
    mesh: number,
    { coordinates, timeDays, distanceM }: SailedTrack,
    from: number,
    to: number,
  ): boolean {
    const part = <T>(values: readonly T[]): readonly T[] => values.slice(from, to + 1);
    this.enters[mesh] ??= entersClosed(this.own[mesh]!, this.divisions[mesh]!);
    return this.enters[mesh]({
      coordinates: part(coordinates),
      timeDays: part(timeDays),
      distanceM: part(distanceM),
    });
  }
}

/**
 * Where no route is known yet. Without a clearance there is little to divide, less than a second plan costs; alternatives pass where no
 * route did.
 */
export const nearAtFirst = ({ voyage }: PlannedRequest): NearRoutes | null =>
  voyage?.clearance_nm && !voyage.alternatives ? OPEN_NEAR_CLEARANCE_IN_TIME : null;
