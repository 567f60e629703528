/** What has to be known of the ice chart: that it is not used, that it is of another sea, and that it is old. */
import { computed } from '@preact/signals';
import { chartBounds, coversSome } from '../../ice-charts/chart-bounds.ts';
import { settings } from '../settings.ts';
import { formatTime } from '../units.ts';
import type { Alert } from './alert.ts';
import { middleOf } from './along-route.ts';
import { chosenChart } from './chart-part.ts';
import type { ShownRoute } from './shown-route.ts';
import * as state from './state.ts';

/** Where the chart is that is laid over the sea: a chart may have a million positions. */
const bounds = computed(() => {
  const chart = state.sea.value?.chart;
  return chart ? chartBounds(chart) : null;
});

export function chartAlerts(route: ShownRoute): Alert[] {
  const sea = state.sea.value;
  if (chosenChart.value === null || !sea || state.seaLoading.value) return [];
  const place = middleOf(route);
  if (!sea.chart) {
    const way =
      state.vehicleType.value === null
        ? 'choose the vessel that it is laid over the sea for'
        : 'choose the ice data that fit, which are of the sea alone';
    const text = `The ice chart that was chosen is not used, because these ice data were made for a vessel: ${way}.`;
    return [{ id: 'chart unused', kind: 'danger', text, place }];
  }
  const { name, referenceTime } = sea.chart;
  const sailed = route.coordinates.map(([lon, lat]) => ({ lat, lon }));
  if (!coversSome(bounds.value!, sailed)) {
    const text = `The ice chart ${name} is of another sea: it changes nothing of this voyage.`;
    return [{ id: 'chart elsewhere', kind: 'danger', text, place }];
  }
  const leaves = state.departure.value;
  const hours = ((leaves ?? new Date()).getTime() - Date.parse(referenceTime)) / 3_600_000;
  if (hours <= settings.meshAlarmHours) return [];
  const before = leaves ? 'before the departure' : 'old';
  const text = `The ice chart ${name} is of ${formatTime(new Date(referenceTime))}: more than ${settings.meshAlarmHours} hours ${before}.`;
  return [{ id: 'old chart', kind: 'caution', text, place }];
}
