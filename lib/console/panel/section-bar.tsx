import * as state from '../state/state.ts';

/** Parts of the panel, which is longer than any screen; each by its element, and what is seen above that. */
const SECTIONS: readonly (readonly [label: string, selector: string, above?: string])[] = [
  ['Plan', '.ends'],
  ['Stops', '.add-stops', '.stops'],
  ['Speed', '.speed'],
  ['Zones', '.zones'],
  ['Compare', '.compare'],
  ['Reach', '.reach'],
  ['Files', '.downloads'],
  ['Profile', '.drawer'],
];

/** One tap to each part of the plan; a part that is folded unfolds. */
export function SectionBar() {
  const hasLines = state.lines.value.length > 0;
  const isHere = (selector: string) =>
    selector === '.drawer' ? state.isNarrow.value && hasLines : hasLines || !ANSWERED.includes(selector);
  return (
    <nav class="section-bar" aria-label="Parts of the plan">
      {SECTIONS.filter(([, selector]) => isHere(selector)).map(([label, selector, above]) => (
        <button key={selector} type="button" onClick={({ detail }) => goTo(selector, detail === 0, above)}>
          {label}
        </button>
      ))}
    </nav>
  );
}

/** What is there once there is a route. */
const ANSWERED = ['.compare', '.downloads'];

/** @param isByKey whether the focus goes there too: for a finger a field would bring its keyboard up */
function goTo(selector: string, isByKey: boolean, above = selector): void {
  const part = document.querySelector<HTMLElement>(`.panel ${selector}`);
  if (part instanceof HTMLDetailsElement) part.open = true;
  // once it has unfolded
  requestAnimationFrame(() => {
    const top = document.querySelector(`.panel ${above}`) ?? part;
    top?.scrollIntoView({ block: 'start' });
    if (isByKey)
      part?.querySelector<HTMLElement>('summary, input, select, button')?.focus({ preventScroll: true });
  });
}
