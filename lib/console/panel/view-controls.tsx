import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { writePreference } from '../api/session-value.ts';
import { quantitiesOf } from '../drawer/profile-data.ts';
import type { Flow } from '../map/arrow-layer.ts';
import type { Theme } from '../map/palette.ts';
import { PROJECTION_LABELS, type ProjectionName } from '../map/projections.ts';
import { endDrawing } from '../state/drawing.ts';
import { canRedo, canUndo, redo, undo } from '../state/history.ts';
import * as state from '../state/state.ts';
import { arrows, colouredBy, flows } from '../state/view.ts';
import type { UnitSystem } from '../units.ts';
import { Choice } from './choice.tsx';

const THEMES: readonly (readonly [Theme | 'auto', string])[] = [
  ['auto', 'As the system'],
  ['day', 'Day'],
  ['dark', 'Dusk'],
  ['night', 'Night (bridge)'],
];
const FLOWS: Readonly<Record<Flow, string>> = { current: 'Current', wind: 'Wind' };
const UNITS: readonly (readonly [UnitSystem, string])[] = [
  ['nautical', 'Nautical'],
  ['metric', 'Metric'],
];

/** Undo and redo, fit, measure, the layer of the sea, and how things are shown. */
export function ViewControls() {
  const hasLine = state.lines.value.length > 0 || (state.start.value && state.end.value);
  return (
    <section class="view-controls card" aria-label="View">
      <div class="tools">
        <Tool
          label="Undo"
          keys="Ctrl+Z"
          disabled={!canUndo.value}
          onClick={undo}
          path="M9 7 4 12l5 5M4 12h9a6 6 0 0 1 6 6"
        />
        <Tool
          label="Redo"
          keys="Ctrl+Y"
          disabled={!canRedo.value}
          onClick={redo}
          path="m15 7 5 5-5 5M20 12h-9a6 6 0 0 0-6 6"
        />
        <Tool
          label="Fit to the route"
          keys="F"
          disabled={!hasLine}
          onClick={() => {
            state.fitAsked.value++;
          }}
          path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M8 14c3 2 3-5 8-4"
        />
        <Tool
          label="Measure"
          keys="M"
          pressed={state.measuring.value}
          onClick={toggleMeasuring}
          path="M3 16 16 3l5 5L8 21zM7 12l2 2M10 9l3 3M13 6l2 2"
        />
      </div>
      {state.sea.value && (
        <Choice
          label="Sea"
          value={state.field.value.id}
          options={state.fields.value.map(({ id, label }) => [id, label] as const)}
          onChoose={(id) => {
            state.fieldId.value = id;
          }}
        />
      )}
      <More />
    </section>
  );
}

/** How things are shown: a menu that a click elsewhere, or Escape, folds again. */
function More() {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const fold = (event: Event) => {
      const { current } = menu;
      if (!current?.open) return;
      const isInside = current.contains(event.target as Node);
      if (isInside && (event as KeyboardEvent).key !== 'Escape') return;
      if (isInside) current.querySelector('summary')!.focus();
      current.open = false;
    };
    for (const type of FOLDS) addEventListener(type, fold);
    return () => {
      for (const type of FOLDS) removeEventListener(type, fold);
    };
  }, []);
  const sea = state.sea.value;
  const quantities = sea ? quantitiesOf(state.lines.value, sea.mesh) : [];
  return (
    <details class="more" ref={menu}>
      <summary>
        <span>View</span>
      </summary>
      <div class="card">
        <Choice
          label="Route"
          value={colouredBy.value ?? ''}
          options={[['', 'In its own colour'], ...quantities.map(({ id, label }) => [id, label] as const)]}
          onChoose={(id) => {
            colouredBy.value = id || null;
          }}
        />
        <Choice
          label="Arrows"
          value={arrows.value ?? ''}
          options={[['', 'None'], ...flows.value.map((flow) => [flow, FLOWS[flow]] as const)]}
          onChoose={(flow) => {
            arrows.value = flow === '' ? null : (flow as Flow);
            writePreference('arrows', flow);
          }}
        />
        <Choice
          label="Projection"
          value={state.projection.value}
          options={Object.entries(PROJECTION_LABELS) as [ProjectionName, string][]}
          onChoose={(name) => {
            state.projection.value = name;
          }}
        />
        <Choice
          label="Units"
          value={state.units.value}
          options={UNITS}
          onChoose={(units) => {
            state.units.value = units;
            writePreference('units', units);
          }}
        />
        <Choice
          label="Light"
          value={state.themeChoice.value}
          options={THEMES}
          onChoose={(theme) => {
            state.themeChoice.value = theme;
            writePreference('theme', theme);
          }}
        />
      </div>
    </details>
  );
}

const FOLDS = ['pointerdown', 'keydown'] as const;

export function toggleMeasuring(): void {
  const isMeasuring = state.measuring.peek();
  endDrawing();
  state.measuring.value = !isMeasuring;
}

interface ToolProps {
  readonly label: string;
  readonly keys: string;
  /** Of its picture, on 24 × 24. */
  readonly path: string;
  readonly disabled?: boolean | null | undefined;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

function Tool({ label, keys, path, disabled = false, pressed, onClick }: ToolProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // what is disabled loses the focus: after the last undo, redo takes it
    const { current } = button;
    if (disabled && current && document.activeElement === current)
      current.parentElement!.querySelector<HTMLElement>('button:enabled')?.focus();
  }, [disabled]);
  return (
    <button
      ref={button}
      type="button"
      class="tool"
      title={`${label} (${keys})`}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled ?? false}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
