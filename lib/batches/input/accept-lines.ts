/**
 * Lines as they are accepted: with their vehicle and zones as they are now, and the meshes that are chosen for them. Vehicles,
 * zones and meshes are looked up once, so that a batch has the same of them all along.
 */
import type { MeshStore } from '../../meshes/mesh-store.ts';
import { remembering } from '../../request/remembering.ts';
import { type ResolvePorts, resolveRequest } from '../../routes/resolve-request.ts';
import type { Vehicle } from '../../vehicles/vehicle.ts';
import type { StoredZone } from '../../zones/zone-store.ts';
import type { BatchItem } from '../batch.ts';
import { isFault, type LineFault, lineChecker } from './check-line.ts';
import type { Line } from './line.ts';

/** What a batch keeps of the service as it was when it began. */
export interface Snapshot {
  readonly vehicles: readonly Vehicle[];
  readonly zones: readonly StoredZone[];
  /** The digest of the standing zones; null where there are none. */
  readonly standing: string | null;
}

export interface AcceptedLine extends BatchItem {
  readonly vehicleType: string | null;
}

export interface CheckLines {
  check(line: Line): Promise<AcceptedLine | LineFault>;
  snapshot(): Promise<Snapshot>;
}

/** @param candidates of a moment: meshes that are imported later do not count */
export function acceptLines(ports: ResolvePorts, candidates: MeshStore['candidates']): CheckLines {
  const vehicles = remembering((type: string) => ports.vehicles.find(type));
  const zones = remembering((name: string) => ports.zones.find(name));
  const meshes = remembering((id: number) => ports.meshes.byId(id));
  const siblings = remembering((id: number) => ports.meshes.siblings(id));
  const digest = remembering(() => ports.standingDigest.current());
  const standing = remembering((of: string) => ports.standingZones.of(of));
  const known: ResolvePorts = {
    vehicles: { find: vehicles.get },
    zones: { find: zones.get },
    charts: ports.charts,
    meshes: { byId: meshes.get, candidates, siblings: siblings.get },
    standingDigest: { current: () => digest.get(null) },
    standingZones: { of: standing.get },
  };
  const checkLine = lineChecker();
  return {
    async check(line) {
      const checked = checkLine(line);
      if (isFault(checked)) return checked;
      const { key, request } = checked;
      try {
        const { meshIds, forecast, voyage } = await resolveRequest(known, request);
        const chart = voyage?.ice_chart && { ice_chart: voyage.ice_chart };
        const { key: _, ...body } = (line as { body: Record<string, unknown> }).body;
        return {
          line: line.number,
          key,
          meshes: meshIds,
          forecast: forecast ?? null,
          body: { ...body, ...chart },
          vehicleType: request.vehicle_type,
        };
      } catch (error) {
        if (!isForClient(error)) throw error;
        return { line: line.number, key, reason: error.message };
      }
    },
    async snapshot() {
      return {
        vehicles: (await vehicles.all()).filter((vehicle) => vehicle !== null),
        zones: (await zones.all()).filter((zone) => zone !== null),
        standing: await known.standingDigest.current(),
      };
    },
  };
}

/** Errors about the request have a kind; `busy` is about the service. */
const isForClient = (error: unknown): error is Error =>
  error instanceof Error && 'kind' in error && error.kind !== 'busy';
