/** What the engine or the service says against a field of a stop. */

import { readable } from '../readable.ts';
import { capital } from '../units.ts';
import * as state from './state.ts';
import { stops } from './stops.ts';

/** A sentence; undefined where nothing is said. @param field as in requests, `windows.0.from` */
export function faultOfStop(name: string, field: string): string | undefined {
  const service = state.service.value;
  const index = stops.value.findIndex((stop) => stop.name === name);
  if (service.kind === 'failed') {
    const own = service.fields?.[`stops.${index}.${field}`];
    if (own !== undefined) return capital(readable(`it ${own.replace(`of stop "${name}" `, '')}.`));
  }
  const told = [
    state.previewProblem.value,
    state.preview.value?.unmet,
    service.kind === 'failed' ? service.message : null,
  ];
  const words = readable(field);
  const sentences = told.filter((text) => !!text).map((text) => readable(text!));
  return sentences.find((text) => text.includes(words) && text.includes(`stop "${name}"`));
}
