import { effect } from '@preact/signals';
import { render } from 'preact';
import { App, acceptDrops, acceptKeys } from './app.tsx';
import { connectMap } from './map/connect.ts';
import { PALETTES } from './map/palette.ts';
import { paletteVariables } from './map/palette-variables.ts';
import { preparePrinting } from './print/print.ts';
import { settings } from './settings.ts';
import { followVariants } from './state/compare.ts';
import { applyDraft, draft, EMPTY_DRAFT, isSameDraft } from './state/draft.ts';
import { beginSteps, followSteps, openSaved, recordStep, returnTo } from './state/history.ts';
import { followAnswers } from './state/kept-answers.ts';
import { beginOther } from './state/kept-drafts.ts';
import { readLink, writeLink } from './state/link.ts';
import { reportError, say } from './state/notices.ts';
import { keptParts } from './state/plan-parts.ts';
import { engine } from './state/planning.ts';
import { followReach } from './state/reach.ts';
import { askAnew, beginSession } from './state/session.ts';
import * as state from './state/state.ts';
import { followTimeline } from './state/timeline-sea.ts';
import { followTradeOff } from './state/trade-off.ts';
import { arrows, colouredBy } from './state/view.ts';
import { followWatches } from './state/watches.ts';
import { followStored } from './state/zones.ts';

/** How long the view must be at rest before the link in the address bar follows, ms. */
const LINK_DELAY_MS = 300;

export function begin(): void {
  const link = readLink(location.hash);
  followLink(link, beginSteps);
  // its first requests are under way while the page is built
  const isEmpty = !link.routeId && isSameDraft(draft.peek(), EMPTY_DRAFT);
  const session = beginSession(isEmpty ? beginHistory : null);
  const app = document.getElementById('app')!;
  app.textContent = '';
  render(<App />, app);
  acceptDrops();
  acceptKeys();
  preparePrinting(document.getElementById('sheet')!);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    state.prefersDark.value = matches;
  });
  effect(() => {
    const { dataset, style } = document.documentElement;
    dataset.theme = state.theme.value;
    for (const [name, value] of Object.entries(paletteVariables(PALETTES[state.theme.value])))
      style.setProperty(`--${name}`, value);
  });
  let map: ReturnType<typeof connectMap> | null = null;
  try {
    if (link.place) state.projection.value = link.place.projection;
    map = connectMap(document.getElementById('map')!, link.place !== undefined);
    if (link.place) map.show(link.place);
  } catch (error) {
    reportError(error);
  }
  if (link.routeId) beginSteps();
  else beginHistory();
  let followsLink = false;
  followSteps((step) => {
    if (followsLink)
      history.replaceState({ step }, '', linkOf()); // the browser has made an entry for it
    else history.pushState({ step }, '', linkOf());
  });
  const asEntryOfLink = (act: () => void) => {
    followsLink = true;
    act();
    followsLink = false;
  };
  addEventListener('popstate', ({ state: kept }) => {
    if (kept?.step) returnTo(kept.step);
  });
  addEventListener('hashchange', ({ newURL }) => {
    if (history.state?.step) return; // back or forward, not another link
    const next = readLink(new URL(newURL).hash); // that of the plan may have taken its place by now (keepLink)
    if (next.place) {
      state.projection.value = next.place.projection;
      map?.show(next.place);
    }
    const { routeId, start, end, vehicle, mesh } = next;
    if (!routeId && (start || end || vehicle || mesh)) asEntryOfLink(() => askAnew(() => followLink(next)));
    else followLink(next, () => asEntryOfLink(recordStep));
  });
  keepLink();
  followAnswers();
  followReach();
  followStored();
  followTimeline();
  followTradeOff();
  followVariants();
  followWatches();
  // for those who measure, and for the tests
  Object.assign(globalThis, { polynya: { engine, map, state } });
  session.then(keepPage).catch(reportError);
}

/** Back leads to before the first step too; a saved route is opened again by its link. */
function beginHistory(): void {
  beginSteps();
  history.replaceState({ step: draft.peek() }, '');
}

/** From now on the page opens without a network too; it has what it needs by then. */
function keepPage(): void {
  const { serviceWorker } = navigator; // browsers have it in a secure context only
  const scope = `${settings.root}/`;
  serviceWorker
    ?.register(`${scope}console/service-worker.js`, { scope })
    .catch((error: Error) => console.warn(`The page can't be kept for later: ${error.message}`));
}

/**
 * Shows what a link says. One with an end is a whole plan, which takes the place of the present one; of another, what it leaves out
 * stays as it is. A route comes later, and is then a step.
 */
function followLink(link: ReturnType<typeof readLink>, opened?: () => void): void {
  if (link.layer) state.fieldId.value = link.layer;
  if (link.coloured) colouredBy.value = link.coloured;
  if (link.arrows) arrows.value = link.arrows;
  if (link.units) state.units.value = link.units;
  if (link.unread)
    say('error', `This link can’t be read whole. Left out: ${link.unread.join(', ')}. Ask for it again.`);
  const isPlan = link.start || link.end;
  if (isPlan) beginOther();
  const before = isPlan ? EMPTY_DRAFT : draft.peek();
  applyDraft({
    ...before,
    ...link.parts,
    start: link.start ?? before.start,
    end: link.end ?? before.end,
    vehicle: link.vehicle ?? before.vehicle,
    mesh: link.mesh ?? before.mesh,
    departure: link.departure?.toISOString() ?? before.departure,
    own: link.own ? { name: 'Own route', waypoints: link.own } : before.own,
  });
  const { value } = state.service;
  if (!link.routeId || (value.kind === 'answered' && value.routeId === link.routeId)) return;
  openSaved(link.routeId, { ...link.parts, ...link }, opened).catch((error: Error) =>
    say('error', `Route ${link.routeId}: ${error.message}`),
  );
}

/** Keeps the address bar's fragment in step with the view, without adding to the history. */
function keepLink(): void {
  let timer = 0;
  effect(() => {
    const fragment = linkOf();
    const replace = () => history.replaceState(history.state, '', fragment);
    clearTimeout(timer);
    timer = setTimeout(replace, LINK_DELAY_MS) as unknown as number;
  });
}

/** The fragment that opens this view again. */
function linkOf(): string {
  const { value } = state.service;
  const [start, end, vehicle] = [state.start.value, state.end.value, state.vehicleType.value];
  const [mesh, place, departure] = [state.pickedMeshId.value, state.place.value, state.departure.value];
  const own = state.ownWaypoints.value?.waypoints;
  return writeLink({
    ...(value.kind === 'answered' && { routeId: value.routeId }),
    ...(start && { start }),
    ...(end && { end }),
    ...(vehicle && { vehicle }),
    ...(mesh !== null && { mesh }),
    ...(departure && { departure }),
    ...(own && { own }),
    parts: keptParts.value,
    units: state.units.value,
    layer: state.fieldId.value,
    ...(colouredBy.value && { coloured: colouredBy.value }),
    ...(arrows.value && { arrows: arrows.value }),
    ...(place && { place }),
  });
}
