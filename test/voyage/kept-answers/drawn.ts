/**
 * Voyages whose fields are drawn, any of them together with any other. Of some hundred, those are kept that run code which the other kept
 * answers do not.
 */
import { Random } from '../../../bench/service/random.ts';
import type { Cases } from './clocked.ts';
import { A, B, best, box, C, D, limit, report, survey, tow, window } from './one-sea.ts';
import { type Asked, afterDays, answerTo } from './seas.ts';

const SEEDS = [
  1000, 1002, 1004, 1005, 1007, 1008, 1010, 1017, 1022, 1024, 1027, 1029, 1040, 1041, 1046, 1050, 1057, 1067,
  1086, 1093, 1100, 1112, 1119, 1121, 1124, 1129, 1151, 1159, 1167, 1177, 1193, 1201, 1214, 1218, 1220, 1227,
  1235, 1248, 1260,
];

/** A voyage on one mesh or through all, drawn by a seed. */
function drawnVoyage(seed: number): { readonly asked: Asked; readonly isForecast: boolean } {
  const random = new Random(seed);
  const some = <T extends object>(probability: number, fields: () => T): Partial<T> =>
    random.chance(probability) ? fields() : {};
  const isForecast = random.chance(0.6);
  const isValued = random.chance(0.4);
  const isTimed = random.chance(0.4);
  const hasFuel = random.chance(0.4);
  const isPriced = random.chance(0.2);
  const hours = () => random.between(10, 80);
  const opening = () => {
    const from = random.between(0, 2);
    return window(from, from + random.between(0.1, 1));
  };
  const times = () => ({
    ...some(0.4, () => ({ not_before: afterDays(random.between(0, 2)) })),
    ...some(0.4, () => ({ not_after: afterDays(random.between(0.5, 3)) })),
    ...some(0.2, () => ({ windows: [opening()] })),
    ...some(0.3, () => ({
      daylight: random.pick(['sun', 'civil', 'nautical']),
      may_pause: random.chance(0.5),
    })),
    ...some(0.2, () => ({ most_wind_kn: random.between(5, 40) })),
    ...some(0.1, () => ({ most_wave_m: random.between(1, 4) })),
  });
  const stopped = (stop: object, before: string | undefined) => ({
    ...stop,
    ...some(isValued ? 0.7 : 0, () => ({ value: 1 + random.below(4) })),
    ...some(isTimed ? 0.6 : 0, times),
    ...some(hasFuel ? 0.4 : 0, () => ({ refuel_tonnes: random.between(1, 25) })),
    ...some(before ? 0.15 : 0, () => ({ after: [before] })),
    ...some(isValued ? 0.1 : 0, () => ({ after_if_done: true })),
    ...some(0.1, () => ({ stay_hours: random.between(0, 40) })),
  });
  const chosen = [A, B, C, D, tow, survey].filter((_, k) => random.chance(k < 4 ? 0.28 : 0.1));
  const stops = chosen.map((stop, k) => stopped(stop, chosen[k - 1]?.name));
  const speeds = random.pick([
    ...[{}, {}, {}, {}, { within_hours: hours() }, { arrive_by: afterDays(random.between(0.5, 4)) }],
    ...[{ within_tonnes: random.between(8, 50) }, { trade_off: 2 + random.below(3) }],
    ...[
      { within_hours: hours(), within_tonnes: random.between(8, 50) },
      { within_hours: hours(), trade_off: 2 },
    ],
  ]);
  const fuel = () => ({
    fuel_aboard_tonnes: random.between(8, 60),
    ...some(0.5, () => ({ reserve_tonnes: random.between(0, 8) })),
    ...some(0.3, () => ({ capacity_tonnes: random.between(60, 90) })),
    ...some(isValued || 'within_tonnes' in speeds ? 0 : 0.4, () => ({ choose_speed: true })),
  });
  const season = () => ({
    season: random.pick([
      { from: '11-20', to: '11-20' },
      { from: '11-21', to: '11-30' },
      { from: '11-21', to: '11-21' },
      { from: '01-01', to: '02-01' },
    ]),
  });
  const isBare = stops.length === 0 && Object.keys(speeds).length === 0 && !isPriced;
  const zone = (name: string, west: number) => ({
    ...{ name, kind: 'closed' },
    geometry: box(
      west,
      random.between(-64.2, -62),
      west + random.between(0.2, 2),
      random.between(-62, -60.2),
    ),
  });
  const zones = () => ({
    zones: [zone('closed', random.between(1.5, 4)), zone('other', random.between(4, 6)), limit, report]
      .filter(() => random.chance(0.5))
      .map((one) => ({ ...one, ...some(0.4, season) })),
  });
  const fields = {
    ...some(0.8, () => best),
    stops,
    ...speeds,
    ...some(0.1, () => ({ min_speed_kn: random.between(3, 8) })),
    ...some(0.1, () => ({ max_speed_kn: random.between(9, 14) })),
    ...(hasFuel && fuel()),
    ...(isPriced && { price: { per_day: random.between(0, 20000), per_tonne: 600 } }),
    ...some(0.3, zones),
    ...some(0.1, () => ({
      clearance_nm: random.between(0.5, 6),
      clearance_of: random.pick(['land', 'all']),
    })),
    ...some(isBare ? 0.4 : 0, () => ({ alternatives: 1 + random.below(3) })),
    ...(isForecast && {
      ...some(0.4, () => ({ max_wait_hours: random.between(0, 40) })),
      ...some(0.4, () => ({ departure: afterDays(random.between(0, 3)) })),
      ...some(0.1, () => ({ beyond_forecast: 'refuse' })),
      ...some(isTimed ? 0 : 0.1, () => ({
        ...{ departure: null, departures: { from: afterDays(0), to: afterDays(1), step_hours: 24 } },
        ...some(0.5, () => ({ arrival_window: opening() })),
      })),
    }),
  };
  const certificate = !random.chance(0.15);
  const looks = random.chance(0.2) ? { looks: random.below(600) } : isForecast ? { looks: 700 } : {};
  const isSilent = random.chance(0.08);
  const by = isSilent || random.chance(0.05) ? { by: null } : {};
  const how = { isBarred: isForecast && random.chance(0.3), isSilent };
  return { asked: { fields, options: { certificate }, ...looks, ...by, ...how }, isForecast };
}

export const drawn: Cases = Object.fromEntries(
  SEEDS.map((seed) => {
    const { asked, isForecast } = drawnVoyage(seed);
    return [`${seed}`, () => answerTo(asked, isForecast)];
  }),
);
