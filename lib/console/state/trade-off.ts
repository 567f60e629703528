/** The curve of fuel against time: what it is asked for, and the point on it that a hand has taken. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { WITHOUT_FUEL } from '../../voyage/fuel/without-fuel.ts';
import type { Curve, CurvePoint, TradeOffRequest } from '../engine/protocol.ts';
import { readable } from '../readable.ts';
import { settings } from '../settings.ts';
import { recordStep } from './history.ts';
import { reportError } from './notices.ts';
import { endDragging, engine } from './planning.ts';
import { forgetAnswer } from './service-route.ts';
import { CURVE_POINTS, type SpeedWish, speed } from './speed.ts';
import * as state from './state.ts';
import { mayLeaveOut } from './stops.ts';
import { usableMeshes } from './usable-meshes.ts';

/** The plan must have been at rest so long before the curve is calculated, which takes as long as many routes, ms. */
const REST_MS = 350;
const HOURS_PER_DAY = 24;
/** A point that is later than the fastest by less is the fastest. */
const LEAST_HOURS = 0.01;

/** Whether the curve is looked at. */
export const speedShown = signal(false);
export const curve = signal<readonly CurvePoint[] | null>(null);
/** On all of it. */
export const curveNote = signal<string | null>(null);
export const curveProblem = signal<string | null>(null);

/** Why no speed can be chosen for this vessel, and what to do about it; null where it can. */
export const noSpeedsOfVessel = computed<string | null>(() => {
  const vehicle = state.vehicleType.value;
  if (vehicle === null) {
    return 'These ice data were made for one vessel at full speed. Choose a vessel whose consumption depends on its speed.';
  }
  const usable = usableMeshes.value;
  if (usable && !usable.some(({ kind }) => kind === 'environment')) {
    return `The speed of ${vehicle} can only be chosen on data of the sea alone, and the service has none: they have to be imported.`;
  }
  return null;
});

/** Why none can be chosen for a time; null where it can. */
export const noSpeeds = computed<string | null>(() =>
  mayLeaveOut.value
    ? 'Where stops may be left out, the days allowed limit a voyage at full speed: they are set below the stops.'
    : noSpeedsOfVessel.value,
);

/** Whether what is shown is for one vessel at one speed. */
export const needsOtherMesh = computed(() => state.sea.value?.summary.kind === 'vessel');

const request = computed<TradeOffRequest | null>(() => {
  const [start, end, vehicle] = [state.start.value, state.end.value, state.vehicle.value];
  const isOpen = speedShown.value && noSpeeds.value === null && !needsOtherMesh.value;
  if (!isOpen || !state.sea.value || !start || !end || !vehicle || state.dragging.value) return null;
  const asked = {
    within_hours: null,
    arrive_by: null,
    trade_off: CURVE_POINTS,
    price: null,
    ...WITHOUT_FUEL,
  };
  return {
    kind: 'trade-off',
    start: { lat: start.lat, lon: start.lon },
    end: { lat: end.lat, lon: end.lon },
    vehicle,
    voyage: { ...state.PLAIN_VOYAGE, ...state.voyage.value, ...asked },
    adjustmentLimitNm: settings.adjustmentLimitNm,
  };
});

/** The route at chosen speeds is the one that is looked at, wherever the wish comes from. */
const isChosen = computed(() => {
  const { hours, arriveBy, slower } = speed.value;
  return [hours, arriveBy, slower].some((wish) => wish !== undefined);
});

/** Calculates the curve anew when what it depends on has changed and is at rest. */
export function followTradeOff(): void {
  let timer: ReturnType<typeof setTimeout>;
  let known = '';
  effect(() => {
    if (isChosen.value) state.chosenLine.value = 'within';
    else if (state.chosenLine.peek() === 'within') state.chosenLine.value = 'traveltime';
  });
  effect(() => {
    const asked = request.value;
    const sea = state.sea.value;
    state.plannedAnew.value;
    if (state.dragging.value) return; // the point on the curve, or what it will be about
    clearTimeout(timer);
    const key = asked ? JSON.stringify([asked, sea?.summary.id]) : '';
    if (key === known) return;
    known = key;
    untracked(() => show(null, null));
    if (asked) timer = setTimeout(() => ask(asked, () => known === key).catch(reportError), REST_MS);
  });
}

async function ask(asked: TradeOffRequest, isWanted: () => boolean): Promise<void> {
  const result = await engine.ask(asked, { key: 'trade-off' });
  if (!result || !isWanted()) return;
  if (result.kind === 'failed') show(null, readable(result.message));
  else show(result, null);
}

function show(found: Curve | null, problem: string | null): void {
  batch(() => {
    curve.value = found?.points ?? null;
    curveNote.value = found?.note ?? null;
    curveProblem.value = problem;
  });
}

/** Changes what is asked of the speed; a step only once the hand has finished. */
export function setSpeed(change: { readonly [Name in keyof SpeedWish]?: SpeedWish[Name] | undefined }): void {
  const wish = Object.fromEntries(
    Object.entries({ ...speed.peek(), ...change }).filter(([, value]) => value !== undefined),
  ) as SpeedWish;
  batch(() => {
    forgetAnswer();
    speed.value = wish;
  });
}

export function commitSpeed(change: Parameters<typeof setSpeed>[0]): void {
  setSpeed(change);
  recordStep();
}

/** The hours of the point that is taken: of the shown route, where that is the one in the time given. */
export const curveHours = computed<number | null>(() => {
  const points = curve.value;
  if (!points) return null;
  const [shortest, longest] = [points[0]!.days, points.at(-1)!.days];
  const within = state.routes.value.find(({ line }) => line === 'within');
  const asked = speed.value.hours ?? (within && HOURS_PER_DAY * (within.timeDays.at(-1) ?? 0));
  return Math.min(HOURS_PER_DAY * longest, Math.max(HOURS_PER_DAY * shortest, asked ?? 0));
});

/** The hand moves the point on the curve: to the shortest time, at full speed, or to more. */
export function moveAlongCurve(hours: number): void {
  const points = curve.peek();
  if (!points) return;
  const [shortest, longest] = [points[0]!.days, points.at(-1)!.days].map((days) => HOURS_PER_DAY * days);
  // a hundredth of an hour, and not less than is possible
  const rounded = Math.min(Math.ceil(100 * hours) / 100, Math.ceil(100 * longest!) / 100);
  batch(() => {
    state.dragging.value = true;
    setSpeed({ hours: hours - shortest! > LEAST_HOURS ? rounded : undefined, arriveBy: undefined });
  });
}

/** The hand has let go: the voyage is planned once more, as exactly as the service does it. */
export function releaseCurve(): void {
  endDragging();
  recordStep();
}

/** Tonnes or units of battery at a time on the curve: linear between its points. */
export function consumptionAt(points: readonly CurvePoint[], days: number): number {
  const i = Math.min(
    points.length - 1,
    Math.max(
      1,
      points.findIndex((point) => point.days >= days),
    ),
  );
  const [from, to] = [points[i - 1]!, points[i]!];
  const part = to.days > from.days ? (days - from.days) / (to.days - from.days) : 0;
  return from.consumption + part * (to.consumption - from.consumption);
}
