/** The lines and boxes of the plan as the map draws them. */
import { computed } from '@preact/signals';
import type { Point } from '../../engine/geometry/sphere.ts';
import { formatDuration, formatNumber } from '../../route-files/shown-text.ts';
import type { DrawnWork } from '../map/work-layer.ts';
import * as state from './state.ts';
import { stops } from './stops.ts';

export const drawnWorks = computed<readonly DrawnWork[]>(() =>
  stops.value.flatMap(({ name, line, area, speed_kn: knots }): DrawnWork[] => {
    const done = state.chosenRoute.value?.stops?.find((stop) => stop.name === name)?.work;
    const text = [
      knots !== undefined && `${formatNumber(knots, 1)}\u00a0kn`,
      done && formatDuration(done.hours / 24),
    ];
    const shown = { name, text: text.filter(Boolean).join(' · ') };
    if (line) return [{ ...shown, kind: 'line', points: line.map(([lat, lon]): Point => [lon, lat]) }];
    if (area) return [{ ...shown, kind: 'box', points: area.coordinates[0]! as unknown as Point[] }];
    return [];
  }),
);
