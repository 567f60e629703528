import { formatNumber } from '../../route-files/shown-text.ts';
import { settings } from '../settings.ts';
import { seaName } from '../state/alerts.ts';
import { asListed } from '../state/choose-mesh.ts';
import { pickMesh } from '../state/session.ts';
import * as state from '../state/state.ts';
import { capital, formatAge } from '../units.ts';
import { IceCharts } from './ice-charts.tsx';

const STALE_HOURS = settings.meshAlarmHours;

/** The meshes of the service: which is shown, how old each is, and a way to pick one. */
export function MeshesTab() {
  const picked = state.pickedMeshId.value;
  return (
    <section aria-label="Ice data">
      <label class="choice">
        <input type="radio" name="mesh" checked={picked === null} onChange={() => pickMesh(null)} />
        <span>
          <strong>Those that fit</strong>
          <span class="quiet">the newest that contains both ends, as the service chooses</span>
        </span>
      </label>
      {asListed(state.meshes.value).map((mesh) => {
        const created = new Date(mesh.created);
        const now = new Date();
        const stale = now.getTime() - created.getTime() > STALE_HOURS * 3_600_000;
        const isShown = state.sea.value?.summary.id === mesh.id;
        return (
          <label key={mesh.id} class={`choice ${isShown ? 'chosen' : ''}`}>
            <input
              type="radio"
              name="mesh"
              checked={picked === mesh.id}
              disabled={mesh.kind === 'environment' && !state.vehicleType.value}
              onChange={() => pickMesh(mesh.id)}
            />
            <span>
              <strong>{capital(seaName({ summary: mesh }))}</strong>
              <span class="quiet">{mesh.name}</span>
              <span class="quiet">
                {mesh.kind === 'environment'
                  ? 'the sea alone, for any vessel'
                  : `for ${mesh.vessel_type ?? 'one vessel'}`}{' '}
                · {formatNumber(mesh.cells, 0)} cells · {formatAge(created, now)}
              </span>
              {stale && <span class="stale">older than {STALE_HOURS} hours</span>}
            </span>
          </label>
        );
      })}
      <IceCharts />
    </section>
  );
}
