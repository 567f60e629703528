/** What is answered of the voyages through a forecast. */
import type { SailedTrack } from '../../engine/plan-dated.ts';
import type { Sea } from '../../engine/sea/sea.ts';
import type { Zone } from '../../zones/zone.ts';
import { endsOn } from '../alternatives/alternatives.ts';
import { enteredZones } from '../among-zones/zone-effects.ts';
import { keepsReserve } from '../fuel/fuel-aboard.ts';
import { AT_SPEEDS_OF_MESH } from '../money/least-cost.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import { placesOfStops, type VoyagePlan, type VoyageRoute } from '../voyage-route.ts';
import { type WithAlternatives, withAlternativesInTime } from './alternatives-in-time.ts';
import { atWaypoints } from './at-waypoints.ts';
import type { DatedVoyage } from './cheapest-in-time.ts';
import {
  alongForecast,
  blindPart,
  datedRemarks,
  daysAt,
  type ForecastTimes,
  gapRemarks,
} from './dated-parts.ts';
import { bestDepartures, type Counted, type Planned, refusalOf, rowOf } from './departure-table.ts';
import type { VoyagesOfDeparture } from './departure-voyages.ts';
import { PassedCells } from './passed-cells.ts';

const HOURS_PER_DAY = 24;

/** What voyages were planned for, and in which sea. */
interface PlannedThrough {
  readonly request: PlannedRequest;
  readonly times: ForecastTimes;
  readonly zones: readonly Zone[];
  readonly sea: Sea;
  readonly voyages: VoyagesOfDeparture;
  /** When the time for the calculation is up, by this clock. */
  readonly until: number;
  readonly now: () => number;
}

export class ForecastAnswer {
  private readonly through: PlannedThrough;
  private readonly passed: PassedCells;

  constructor(through: PlannedThrough) {
    this.through = through;
    this.passed = new PassedCells(through.sea);
  }

  /** @param planned of the departures */
  of(planned: readonly Planned[]): VoyagePlan {
    const { request, times, sea, zones, voyages } = this.through;
    const { voyage } = request;
    const isTable = Boolean(voyage?.departures);
    const best = bestDepartures(planned, isTable, (route) => voyages.costOf(route)).map((one) => ({
      ...one,
      route: this.withAlternatives(one.own, one.route),
    }));
    const [{ own, route: fastest }] = best as [(typeof best)[number]];
    const { plan } = own;
    // an alternative may have taken its place
    const row = voyage?.alternatives ? rowOf(own.departure, voyage, times, fastest) : own.row;
    const table = isTable ? { departures: planned.map((one) => (one === own ? row : one.row)) } : {};
    const tradeOff = plan.tradeOff?.map((point) => ({
      ...point,
      track: this.passed.along(point.track as SailedTrack),
    }));
    return {
      start: plan.start,
      end: plan.end,
      routes: best.map(({ own, route }) => this.routeOf(own.departure, route)),
      mesh: this.passed.mesh(),
      closed: { mesh: sea.mesh, areas: [] },
      notes: zones.some(({ season }) => season)
        ? ['Zones with a season count on each mesh of the forecast on whose days their season is']
        : [],
      ...table,
      ...(tradeOff && { tradeOff }),
      ...(plan.tradeOffNote && { tradeOffNote: plan.tradeOffNote }),
    };
  }

  private withAlternatives({ departure, plan }: Counted, route: DatedVoyage): WithAlternatives {
    const { request, sea, times, until, now } = this.through;
    const { voyage, vehicle } = request;
    const { objective } = route;
    if (!voyage?.alternatives || objective === 'within' || objective === 'cost') return route;
    const keeps = keepsReserve(sea.mesh, voyage);
    return withAlternativesInTime(
      sea,
      endsOn(sea.mesh, plan),
      { ...route, objective },
      {
        count: voyage.alternatives,
        leaves: daysAt(times, departure),
        mostWait: (voyage.max_wait_hours ?? 0) / HOURS_PER_DAY,
        idleRate: vehicle?.idle_rate ?? 0,
        isOver: () => until < Infinity && now() >= until,
        counts: (track) => keeps(track) && refusalOf(voyage, times, departure, track) === null,
      },
    );
  }

  private routeOf(departure: string, { alternatives, ...route }: WithAlternatives): VoyageRoute {
    const { request, times, zones, voyages } = this.through;
    const { blind, track, objective } = route;
    const entered = enteredZones(
      track,
      zones.filter(({ kind }) => kind !== 'closed'),
      departure,
    );
    const costOf = (one: SailedTrack) => voyages.sumOf(objective, one);
    const dated = {
      departure,
      ...alongForecast(times, departure, track),
      blind: blind && blindPart(times, track, blind, costOf),
    };
    // where speeds are chosen they change between waypoints
    const isAtFullSpeed = objective !== 'within' && objective !== 'cost';
    const remarks = [
      ...(route.remarks ?? []),
      ...datedRemarks(dated, track),
      ...(isAtFullSpeed && objective !== 'traveltime' ? gapRemarks(route, request.voyage) : []),
      ...(objective === 'cost' && !voyages.pricesSpeed ? [AT_SPEEDS_OF_MESH] : []),
    ];
    const own = {
      track: this.passed.along(track),
      sailing: this.passed.along(
        isAtFullSpeed ? atWaypoints(route.sailing, placesOfStops(route)) : route.sailing,
      ),
      unsmoothed: this.passed.along(route.unsmoothed as SailedTrack),
    };
    const others = alternatives?.map((other) => ({
      ...other,
      track: this.passed.along(other.track),
      dated: alongForecast(times, departure, other.track),
    }));
    return {
      ...route,
      ...own,
      remarks,
      dated,
      ...(zones.length > 0 && { zones: entered }),
      ...(others && { alternatives: others }),
    };
  }
}
