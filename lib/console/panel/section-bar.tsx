import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
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

/** Where each of them begins, in the panel's order; some have two places. */
const BEGINNINGS: readonly (readonly [element: string, selector: string])[] = [
  ['.ends', '.ends'],
  ['.stops > li', '.add-stops'],
  ['.add-stops', '.add-stops'],
  ['.departure', '.ends'],
  ...SECTIONS.slice(2).map(([, selector]) => [selector, selector] as const),
];

/** The part that is read; null above the first of them. */
const current = signal<string | null>(null);
/** Whether that was asked for, and no hand has scrolled since: what is above it may grow meanwhile. */
let isAsked = false;
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** One tap to each part of the plan; a part that is folded unfolds. */
export function SectionBar() {
  const bar = useRef<HTMLElement>(null);
  const hasLines = state.lines.value.length > 0;
  const isHere = (selector: string) =>
    selector === '.drawer' ? state.isNarrow.value && hasLines : hasLines || !ANSWERED.includes(selector);
  useEffect(() => {
    const content = document.getElementById('panel-content')!;
    const mark = () => {
      current.value = partAt(content);
    };
    const scrolls = () => {
      isAsked = false;
    };
    mark();
    content.addEventListener('scroll', mark, { passive: true });
    for (const type of HANDS) content.addEventListener(type, scrolls, { passive: true });
    return () => {
      content.removeEventListener('scroll', mark);
      for (const type of HANDS) content.removeEventListener(type, scrolls);
    };
  }, [hasLines]);
  useEffect(() => showWithin(bar.current!), [current.value]);
  return (
    <nav class="section-bar" aria-label="Parts of the plan" ref={bar}>
      {SECTIONS.filter(([, selector]) => isHere(selector)).map(([label, selector, above]) => (
        <button
          key={selector}
          type="button"
          aria-current={current.value === selector || undefined}
          onClick={({ detail }) => goTo(selector, detail === 0, above)}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}

/** What is there once there is a route. */
const ANSWERED = ['.compare', '.downloads'];
/** How far below the top of the panel a part may begin that is read there, pixels. */
const NEAR_PX = 48;

/** The part that was asked for, until a hand scrolls; or else the last that begins above the top of the panel, or just below it. */
function partAt(content: HTMLElement): string | null {
  if (isAsked) return current.peek();
  const { top } = content.getBoundingClientRect();
  let found: string | null = null;
  let lowest = Number.NEGATIVE_INFINITY;
  for (const [element, selector] of BEGINNINGS) {
    const below = (content.querySelector(element)?.getBoundingClientRect().top ?? Infinity) - top;
    // of two that lie beside each other the first
    if (below < NEAR_PX && below > lowest + 8) [found, lowest] = [selector, below];
  }
  return found;
}

/** Scrolls the bar, and nothing else, to what is current. */
function showWithin(bar: HTMLElement): void {
  const button = bar.querySelector<HTMLElement>('[aria-current]');
  if (button) bar.scrollLeft = button.offsetLeft - (bar.clientWidth - button.clientWidth) / 2;
}

/** @param isByKey whether the focus goes there too: for a finger a field would bring its keyboard up */
function goTo(selector: string, isByKey: boolean, above = selector): void {
  const part = document.querySelector<HTMLElement>(`.panel ${selector}`);
  if (part instanceof HTMLDetailsElement) part.open = true;
  // once it has unfolded
  requestAnimationFrame(() => {
    const top = document.querySelector(`.panel ${above}`) ?? part;
    top?.scrollIntoView({ block: 'start' });
    current.value = selector;
    isAsked = true;
    if (isByKey)
      part?.querySelector<HTMLElement>('summary, input, select, button')?.focus({ preventScroll: true });
  });
}
