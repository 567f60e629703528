/** What the service answered last, by plan: where undo, redo, back or forward bring a plan back, its answer comes with it. */
import { batch, effect } from '@preact/signals';
import { type Draft, draft } from './draft.ts';
import type { ShownRoute } from './shown-route.ts';
import * as state from './state.ts';

interface Answered {
  readonly answer: readonly ShownRoute[];
  readonly service: state.ServiceState;
}

const MOST = 10;
const answers = new Map<string, Answered>();

/** Notes change no route. */
const keyOf = ({ notes: _, ...plan }: Draft): string => JSON.stringify(plan);

export function followAnswers(): void {
  effect(() => {
    const [answer, service] = [state.answer.value, state.service.value];
    if (!answer || service.kind !== 'answered') return;
    const key = keyOf(draft.peek());
    answers.delete(key);
    answers.set(key, { answer, service });
    const [oldest] = answers.keys();
    if (answers.size > MOST) answers.delete(oldest!);
  });
}

/** Shows the answer to the plan as it is now, where it is known and none is shown. */
export function showKeptAnswer(): void {
  const known = answers.get(keyOf(draft.peek()));
  if (!known || state.service.peek().kind !== 'none') return;
  batch(() => {
    state.answer.value = known.answer;
    state.service.value = known.service;
  });
}
