import { batch } from '@preact/signals';
import { contains } from '../../meshes/geo-bounds.ts';
import { formatPosition } from '../../route-files/shown-text.ts';
import { clickWord } from '../click-words.ts';
import { parseTime } from '../parse-time.ts';
import { applyDraft, type Draft } from '../state/draft.ts';
import { continueDraft, keptDrafts } from '../state/kept-drafts.ts';
import { isForecastOfNow } from '../state/plan-mesh.ts';
import { commitEnds, setEnd } from '../state/session.ts';
import * as state from '../state/state.ts';

/** What the planner is, a passage to try, and what the numbers will mean; until there is a route. */
export function EmptyState() {
  if (state.start.value || state.end.value) {
    return (
      <p class="hint">
        Now the {state.start.value ? 'end' : 'start'}: {clickWord.value} the map, or type it.
      </p>
    );
  }
  const [last] = keptDrafts.value;
  return (
    <section class="empty" aria-label="How to begin">
      <p>
        <strong>Two {clickWord.value}s on the map are a route.</strong> The fastest and the one that uses
        least fuel follow your hand, through the ice as it is in the data. Nothing is stored on the service
        until you save.
      </p>
      <div class="row">
        <TryPassage isNamed />
        {last && (
          <button type="button" onClick={() => resume(last.id, last.draft)}>
            Continue {nameOf(last.draft)}
          </button>
        )}
      </div>
      <dl class="meanings">
        <div>
          <dt>Under way</dt>
          <dd>from the first waypoint to the last, at the speed that the ice and the vessel allow</dd>
        </div>
        <div>
          <dt>Fuel</dt>
          <dd>tonnes on the way, with ice, wind and current as they are in the data</dd>
        </div>
        <div>
          <dt>RIO</dt>
          <dd>the Polar Code’s risk index: below zero the ice is too heavy for the vessel’s ice class</dd>
        </div>
      </dl>
    </section>
  );
}

/** A passage of which the route is shown at a click. */
export function TryPassage({ isNamed = false }: { readonly isNamed?: boolean }) {
  const passage = samplePassage();
  if (!passage) return null;
  return (
    <button type="button" class="primary" onClick={() => show(passage)}>
      {isNamed ? `Try ${passage.from.name} to ${passage.to.name}` : 'Try one'}
    </button>
  );
}

interface Passage {
  readonly from: state.RouteEnd & { readonly name: string };
  readonly to: state.RouteEnd & { readonly name: string };
}

/** What shows most, if these places are in the sea that is shown: a way through the ice of the Weddell Sea. */
const FROM = [/falkland/i];
const TO = [/halley/i, /rothera/i];

/** Two places of the service in the sea that is shown. */
function samplePassage(): Passage | null {
  const sea = state.sea.value;
  if (!sea) return null;
  const inside = state.locations.value.filter((place) => contains(sea.summary.bounds, place));
  const named = (wanted: readonly RegExp[]) =>
    wanted.map((pattern) => inside.findLast(({ name }) => pattern.test(name))).find(Boolean);
  const from = named(FROM) ?? inside[0];
  const to = named(TO) ?? inside.at(-1);
  return from && to && from.name !== to.name ? { from: endOf(from), to: endOf(to) } : null;
}

const endOf = ({ lat, lon, name }: { lat: number; lon: number; name: string }) => ({ lat, lon, name });

/** In a forecast the ship leaves now, so that it sails through the days to come. */
function show({ from, to }: Passage): void {
  batch(() => {
    setEnd('start', from);
    setEnd('end', to);
    if (isForecastOfNow()) state.departure.value = parseTime('now', new Date());
  });
  commitEnds();
  state.fitAsked.value++;
}

export function resume(id: number, draft: Draft): void {
  continueDraft(id);
  applyDraft(draft);
  commitEnds();
  state.fitAsked.value++;
}

/** `Signy – 69°30.000′S 030°00.000′W` */
export function nameOf({ start, end }: Draft): string {
  return [start, end].map((each) => each && (each.name ?? formatPosition(each))).join(' – ');
}
