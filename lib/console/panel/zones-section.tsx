import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { seasonText } from '../day-of-year.ts';
import { openZoneFile } from '../open-file.ts';
import { beginDrawing, finishDrawing } from '../state/drawing.ts';
import {
  drawingZone,
  editedZone,
  faultOf,
  KIND_LABELS,
  outlineOf,
  ownZones,
  type PlanZone,
  shownZones,
} from '../state/plan-zones.ts';
import * as state from '../state/state.ts';
import { outOfSeason } from '../state/zone-seasons.ts';
import { addBorder, changeZone, loadStoredList, removeZone } from '../state/zones.ts';
import { BorderField } from './border-field.tsx';
import { StoredZones } from './stored-zones.tsx';
import { ZoneEffects } from './zone-effects.tsx';
import { ZoneFields } from './zone-fields.tsx';

const isOpen = signal(false);
const typing = signal(false);

/** Where the route may not go, goes slowly, or has to be told of: drawn, typed, from a file, or from the service's list. */
export function ZonesSection() {
  const count = shownZones.value.length;
  // a link or a draft brings zones: they are seen
  useEffect(() => {
    if (count > 0) isOpen.value = true;
  }, [count > 0]);
  return (
    <details
      class="tool-section zones"
      open={isOpen.value}
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
        if (isOpen.peek()) loadStoredList();
      }}
    >
      <summary>Zones {count > 0 && <span class="count">{count}</span>}</summary>
      {ownZones.value.length > 0 && (
        <ul class="zone-list">
          {ownZones.value.map((zone, i) => (
            <OwnZone key={zone.name} zone={zone} index={i} />
          ))}
        </ul>
      )}
      <AddZone />
      <StoredZones />
      <ZoneEffects />
    </details>
  );
}

function AddZone() {
  const drawing = drawingZone.value;
  return (
    <>
      <div class="row add-zone">
        <button
          type="button"
          aria-pressed={drawing}
          onClick={() => (drawing ? finishDrawing() : beginDrawing('zone'))}
        >
          {drawing ? 'Finish the zone' : 'Draw'}
        </button>
        <button
          type="button"
          aria-expanded={typing.value}
          onClick={() => {
            typing.value = !typing.peek();
          }}
        >
          Type
        </button>
        <label class="button" title="GeoJSON, KML, KMZ, zipped shapefiles, S-124 warnings">
          Open areas
          <input
            type="file"
            accept=".geojson,.json,.kml,.kmz,.zip,.gml,.xml,application/geo+json"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) openZoneFile(file);
              event.currentTarget.value = '';
            }}
          />
        </label>
      </div>
      {typing.value && (
        <BorderField
          label="Border of the new zone"
          points={[]}
          onChange={(points) => {
            typing.value = false;
            addBorder(points);
          }}
        />
      )}
    </>
  );
}

function OwnZone({ zone, index }: { zone: PlanZone; index: number }) {
  const isEdited = editedZone.value === index;
  const fault = faultOf(zone);
  const facts = [
    KIND_LABELS[zone.kind].toLowerCase(),
    zone.season && seasonText(zone.season),
    outOfSeason.value.has(zone.name) && 'out of season',
  ].filter(Boolean);
  return (
    <li class={isEdited ? 'edited' : ''}>
      <div class="row nowrap">
        <label class="switch">
          <input
            type="checkbox"
            checked={!zone.isOff}
            onChange={() => changeZone(index, { isOff: zone.isOff ? undefined : true } as Partial<PlanZone>)}
          />
          <span class={`zone-swatch ${zone.kind}`} aria-hidden="true" />
          <span>
            {zone.name} <span class="quiet">{facts.join(', ')}</span>
          </span>
        </label>
        <button
          type="button"
          aria-label={`Show ${zone.name} on the map`}
          onClick={() => {
            state.lookAtAll.value = outlineOf(zone).map(([lon, lat]) => ({ lat: lat!, lon: lon! }));
          }}
        >
          Show
        </button>
        <button
          type="button"
          aria-expanded={isEdited}
          aria-label={`Edit ${zone.name}`}
          onClick={() => {
            editedZone.value = isEdited ? null : index;
          }}
        >
          Edit
        </button>
      </div>
      {fault && (
        <p class="field-problem" role="alert">
          It {fault}.
        </p>
      )}
      {isEdited && (
        <>
          <ZoneFields zone={zone} onChange={(change) => changeZone(index, change)} />
          <button type="button" class="delete-zone" onClick={() => removeZone(index)}>
            Delete {zone.name}
          </button>
        </>
      )}
    </li>
  );
}
