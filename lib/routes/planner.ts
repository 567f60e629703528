/** Plans requests on meshes that stay open from one to the next, each within its budget of time. */
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { ChartStore } from '../ice-charts/chart-store.ts';
import type { LoadPorts } from '../meshes/load/load-mesh.ts';
import { MeshCache } from '../meshes/load/mesh-cache.ts';
import { loadMeshFor, meshKeyFor } from '../meshes/load/mesh-for-vehicle.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import { planVoyage } from '../voyage/plan-voyage.ts';
import { vehicleUnderWay } from '../voyage/speeds/speed-wish.ts';
import { stopsOf, type VoyageRequest } from '../voyage/voyage-request.ts';
import type { VoyagePlan } from '../voyage/voyage-route.ts';
import { CalculationTooLong, calculationBudgetMs, planWithin } from './calculation-budget.ts';
import { chartOver } from './chart-over.ts';
import { forecastOf } from './forecast-of.ts';

export interface PlannerOptions {
  readonly loads: LoadPorts;
  readonly charts: Pick<ChartStore, 'chart'>;
  readonly adjustmentLimitNm: number;
  /** For two points on a mesh of usual size. */
  readonly calculationSeconds: number;
}

interface PlanHow {
  /** The time that the caller has. */
  readonly leftMs: () => number;
  readonly certificate: boolean;
  /** The meshes of the request's forecast, where it has one. */
  readonly forecast?: readonly MeshRecord[] | null;
}

export class Planner {
  readonly #options: PlannerOptions;
  #openMeshes = new MeshCache();

  constructor(options: PlannerOptions) {
    this.#options = options;
  }

  /** A mesh, for a vehicle and under an ice chart if there is one. @throws what loadMeshFor throws */
  open(record: MeshRecord, vehicle: Vehicle | null, chartId: string | null = null): Promise<Mesh> {
    const { charts, loads } = this.#options;
    const chart = chartId ? { id: chartId, read: () => charts.chart(chartId) } : null;
    return this.#openMeshes.open(meshKeyFor(record, vehicle, chart), record.cellCount, () =>
      loadMeshFor(loads, record, vehicle, chart),
    );
  }

  /**
   * @throws CalculationTooLong, and what planVoyage and loadMeshFor throw
   */
  async plan(
    record: MeshRecord,
    request: VoyageRequest,
    { leftMs, forecast = null, ...how }: PlanHow,
  ): Promise<{ readonly plan: VoyagePlan; readonly mesh: Mesh }> {
    const { adjustmentLimitNm, calculationSeconds } = this.#options;
    const { vehicle, voyage, objectives } = request;
    const records = forecast ?? [record];
    const meshes: Mesh[] = [];
    // one after another, so that memory never has to hold more than it must
    for (const one of records) {
      const chart = voyage?.ice_chart ?? null;
      const own = forecast ? chartOver(chart, one) : chart;
      meshes.push(await this.open(one, vehicleUnderWay(vehicle, voyage), own));
    }
    const mesh = meshes[0]!;
    const through = forecast && { forecast: forecastOf(forecast, meshes, voyage) };
    const legs = records.length + stopsOf(request.voyage).length;
    const budgetMs = Math.min(
      calculationBudgetMs(1000 * calculationSeconds, record.cellCount, legs),
      leftMs(),
    );
    const options = { ...how, adjustmentLimitNm, ...(objectives && { objectives }) };
    try {
      const plan = planWithin(budgetMs, (timeBudgetMs) =>
        planVoyage(mesh, request, { ...options, ...through, timeBudgetMs }),
      );
      return { plan, mesh: plan.mesh ?? mesh };
    } catch (error) {
      // what was being worked out on the mesh may be half there
      if (error instanceof CalculationTooLong) this.#openMeshes = new MeshCache();
      throw error;
    }
  }
}
