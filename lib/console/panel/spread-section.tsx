import { formatNumber } from '../../route-files/shown-text.ts';
import { readable } from '../readable.ts';
import { seaName } from '../state/alerts.ts';
import {
  chooseSpread,
  chosenSpread,
  costText,
  type ObjectiveSpread,
  shareText,
  shownSpread,
  spreadName,
  study,
} from '../state/spread.ts';
import * as state from '../state/state.ts';
import { capital } from '../units.ts';

/** The numbers of the spread that the map shows: how far the ice data differ, and which route is regretted least. */
export function SpreadSection() {
  const objectives = study.value?.objectives ?? [];
  const groups = objectives.map(({ group }) => group);
  const spread = shownSpread.value;
  if (!spread) return null;
  return (
    <section class="spread" aria-label="Spread">
      {objectives.length > 1 && (
        <select
          aria-label="Spread of"
          value={chosenSpread.value}
          onChange={(event) => chooseSpread(Number(event.currentTarget.value))}
        >
          {objectives.map((each, k) => (
            <option key={`${each.group} ${each.objective}`} value={k}>
              {spreadName(each, groups)}
            </option>
          ))}
        </select>
      )}
      <Percentiles spread={spread} />
      {spread.no_way_share > 0 && (
        <p class="caution">No way on {shareText(spread.no_way_share)} of the ice data.</p>
      )}
      {spread.note && <p class="hint">{readable(spread.note)}</p>}
      <Members spread={spread} />
    </section>
  );
}

/** Each with its unit. */
function Percentiles({ spread }: { readonly spread: ObjectiveSpread }) {
  const { p10, p50, p90 } = spread;
  if (p10 === null || p50 === null || p90 === null) return null;
  return (
    <dl class="percentiles">
      {Object.entries({ P10: p10, P50: p50, P90: p90 }).map(([name, cost]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{costText(spread, cost)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What each of the ice data has its best route at, and what that costs more than the best of the others at worst. */
function Members({ spread }: { readonly spread: ObjectiveSpread }) {
  const least = spread.least_regret?.mesh_id;
  return (
    <table class="members">
      <thead>
        <tr>
          <th scope="col">Best route of</th>
          <th scope="col">costs</th>
          <th scope="col">elsewhere</th>
        </tr>
      </thead>
      <tbody>
        {spread.members.map(({ mesh_id, cost, worst_regret_percent: regret, closed_on }) => (
          <tr key={mesh_id} class={mesh_id === least ? 'chosen' : ''}>
            <th scope="row">
              <MeshName id={mesh_id} />
              {mesh_id === least && <span class="quiet"> · least regret</span>}
            </th>
            <td>{cost === null ? 'no way' : costText(spread, cost)}</td>
            <td>
              {regret !== null && `≤ ${formatNumber(Math.max(0, regret), 1)} % more`}
              {regret === null && closed_on !== null && closed_on > 0 && `closed on ${closed_on}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MeshName({ id }: { readonly id: number }) {
  const summary = state.meshes.value.find((mesh) => mesh.id === id);
  if (!summary) return <>Ice data {id}</>;
  return (
    <>
      {capital(seaName({ summary }))} <span class="quiet">{summary.name}</span>
    </>
  );
}
