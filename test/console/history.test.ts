/** Steps of the plan, and what the page offers meanwhile. */
import { expect, test } from 'vitest';
import { answeredPage } from './answered-page.ts';

answeredPage();

test('an offer goes with the plan that it was made for, a remark stays', async () => {
  const history = await import('../../lib/console/state/history.ts');
  const { say } = await import('../../lib/console/state/notices.ts');
  const { EMPTY_DRAFT } = await import('../../lib/console/state/draft.ts');
  const state = await import('../../lib/console/state/state.ts');
  state.start.value = { lat: -61, lon: -50 };
  history.recordStep();
  const changes = [history.undo, history.redo, () => history.returnTo(EMPTY_DRAFT)];
  for (const change of changes) {
    say('info', 'Both ends are set.', { label: 'Stop here', run: () => {} });
    change();
    expect(state.notice.value).toBeNull();
  }
  say('info', 'It was read.');
  history.undo();
  expect(state.notice.value?.text).toBe('It was read.');
});

test('the answer to a plan comes back with it, and goes with it', async () => {
  const history = await import('../../lib/console/state/history.ts');
  const { followAnswers } = await import('../../lib/console/state/kept-answers.ts');
  const { setEnd } = await import('../../lib/console/state/session.ts');
  const state = await import('../../lib/console/state/state.ts');
  followAnswers();
  state.start.value = { lat: -61, lon: -50 };
  state.end.value = { lat: -62, lon: -50 };
  history.recordStep();
  const answered = { kind: 'answered', routeId: '7', basis: {} } as never;
  state.answer.value = [];
  state.service.value = answered;
  setEnd('end', { lat: -63, lon: -50 });
  history.recordStep();
  expect([state.answer.value, state.service.value]).toEqual([null, { kind: 'none' }]);
  history.undo();
  expect([state.answer.value, state.service.value]).toEqual([[], answered]);
  history.redo();
  expect([state.answer.value, state.service.value]).toEqual([null, { kind: 'none' }]);
});

test('each change of what is asked of the reach is a step, and comes back', async () => {
  const history = await import('../../lib/console/state/history.ts');
  const { addShip, askReach } = await import('../../lib/console/state/reach.ts');
  const { reachPart, reachShown, reachWay } = await import('../../lib/console/state/reach-part.ts');
  const state = await import('../../lib/console/state/state.ts');
  state.start.value = { lat: -61, lon: -50 };
  history.recordStep();
  askReach(() => {
    reachShown.value = true;
  });
  addShip({ lat: -60, lon: -45 });
  askReach(() => {
    reachWay.value = 'from';
  });
  const asked = reachPart.kept();
  history.undo();
  expect(reachPart.kept()).toEqual({ ...asked, way: undefined });
  history.undo();
  expect(reachPart.kept()).not.toHaveProperty('ships');
  history.undo();
  expect([reachPart.kept(), state.start.value]).toEqual([undefined, { lat: -61, lon: -50 }]);
  for (let k = 0; k < 3; k++) history.redo();
  expect(reachPart.kept()).toEqual(asked);
});
