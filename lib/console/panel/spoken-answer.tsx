import { useEffect, useState } from 'preact/hooks';
import { formatDuration, formatNumber } from '../../route-files/shown-text.ts';
import { alerts } from '../state/alerts.ts';
import { consumptionUnit } from '../state/consumption.ts';
import { type ShownRoute, totalConsumption, totalDays, totalMetres } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { formatDistance } from '../units.ts';

/** The answer in a sentence for screen readers, each once it is there: a hand that moves is not talked to. */
export function SpokenAnswer() {
  const [spoken, speak] = useState('');
  const route = state.chosenRoute.value;
  const isDue = state.dragging.value || state.previewDue.value;
  const text = route ? sentenceOf(route) : '';
  useEffect(() => {
    if (!isDue) speak(text);
  }, [text, isDue]);
  return (
    <p class="visually-hidden spoken" role="status">
      {spoken}
    </p>
  );
}

function sentenceOf(route: ShownRoute): string {
  const consumption = totalConsumption(route);
  const count = alerts.value.length;
  const parts = [
    formatDuration(totalDays(route)),
    formatDistance(state.units.value, totalMetres(route)),
    consumption !== null && `${formatNumber(consumption, 1)} ${consumptionUnit.value}`,
    count > 0 && `${count} ${count === 1 ? 'alert' : 'alerts'}`,
  ];
  return `${route.label}: ${parts.filter(Boolean).join(', ')}.`;
}
