import { useState } from 'preact/hooks';
import { METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import { seaName } from '../state/alerts.ts';
import { alternativesWanted, holdsAlternatives, MOST_ALTERNATIVES } from '../state/alternatives.ts';
import { asListed } from '../state/choose-mesh.ts';
import { addVariant, askOtherWays, removeVariant } from '../state/compare.ts';
import * as state from '../state/state.ts';
import { MOST_VARIANTS, type Variant, variantAnswers, variants } from '../state/variants.ts';
import { capital, formatDistance } from '../units.ts';
import { Choice } from './choice.tsx';
import { Swatch } from './comparison-table.tsx';

/** The same voyage by another vessel or on other ice data: a row of the table and a line on the map each. */
export function CompareSection() {
  const [variant, setVariant] = useState<Variant>({ vehicle: null, mesh: null, best: 'fastest' });
  const change = (part: Partial<Variant>) => setVariant({ ...variant, ...part });
  const isFull = variants.value.length >= MOST_VARIANTS;
  return (
    <details class="tool-section compare">
      <summary>Compare ways, vessels, ice data</summary>
      <OtherWays />
      <ul class="variants">
        {variantAnswers.value.map(({ line, label, route, problem, movedNm = 0 }, i) => (
          <li key={line}>
            <div class="row nowrap">
              <span>
                <Swatch line={line} /> {label}
                {!route && !problem && <span class="spinner" aria-hidden="true" />}
              </span>
              <button type="button" aria-label={`Remove ${label}`} onClick={() => removeVariant(i)}>
                Remove
              </button>
            </div>
            {movedNm > 0 && (
              <p class="hint">
                An end was moved {formatDistance(state.units.value, movedNm * METRES_PER_NM)} to water that is
                open to it.
              </p>
            )}
            {problem && (
              <p class="field-problem" role="alert">
                {problem}
              </p>
            )}
          </li>
        ))}
      </ul>
      <Choice
        isField
        label="Vessel"
        value={variant.vehicle ?? ''}
        options={[
          ['', 'that of the ice data'],
          ...(state.vehicles.value ?? []).map(({ vessel_type: name }) => [name, name] as const),
        ]}
        onChoose={(name) => change({ vehicle: name || null })}
      />
      <Choice
        isField
        label="Ice data"
        value={String(variant.mesh ?? '')}
        options={[
          ['', 'those that fit'],
          ...asListed(state.meshes.value)
            .filter(({ kind }) => kind === 'vessel' || variant.vehicle !== null)
            .map(
              (summary) => [String(summary.id), `${capital(seaName({ summary }))}, ${summary.name}`] as const,
            ),
        ]}
        onChoose={(id) => change({ mesh: id ? Number(id) : null })}
      />
      <Choice
        isField
        label="Route"
        value={variant.best}
        options={[
          ['fastest', 'the fastest'],
          ['least', 'the one that consumes least'],
        ]}
        onChoose={(best) => change({ best: best as Variant['best'] })}
      />
      <button type="button" class="add-variant" disabled={isFull} onClick={() => addVariant(variant)}>
        Compare
      </button>
      {isFull && <p class="hint">{MOST_VARIANTS} at most: remove one first.</p>}
    </details>
  );
}

/** How many other ways beside the best are looked for. */
function OtherWays() {
  if (holdsAlternatives())
    return (
      <p class="hint">
        Other ways are looked for without stops, a time to keep, a curve to save, a price and slower speeds
        for the fuel aboard.
      </p>
    );
  return (
    <Choice
      isField
      label="Other ways"
      value={String(alternativesWanted.value)}
      options={Array.from({ length: MOST_ALTERNATIVES + 1 }, (_, k) => [
        String(k),
        k === 0 ? 'none' : `up to ${k}, at most 10 % dearer`,
      ])}
      onChoose={(count) => askOtherWays(Number(count))}
    />
  );
}
