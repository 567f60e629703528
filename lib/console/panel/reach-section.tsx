import { useState } from 'preact/hooks';
import { formatNumber, formatPosition } from '../../route-files/shown-text.ts';
import { toggleAsking } from '../state/drawing.ts';
import {
  addShip,
  askReach,
  delayShip,
  isRound,
  REACH_UNITS,
  reach,
  reachOrigins,
  reachProblem,
  removeShip,
  WANTED_SHIP,
} from '../state/reach.ts';
import {
  areContours,
  MOST_CONTOURS,
  MOST_DELAY_HOURS,
  MOST_SHIPS,
  type ReachMeasure,
  type ReachWay,
  reachMeasure,
  reachShown,
  reachValues,
  reachWay,
  ships,
} from '../state/reach-part.ts';
import * as state from '../state/state.ts';
import { stopAskingFor, wantedPlace } from '../state/wanted-place.ts';
import { isBound } from './comparison-table.tsx';
import { PlaceAdder } from './place-adder.tsx';

const WAYS: readonly (readonly [ReachWay, string])[] = [
  ['to', 'Where to'],
  ['from', 'From where'],
  ['round', 'There and back'],
];

const SQUARE_KM_PER_SQUARE_NM = 1.852 ** 2;

/** Where the vessel can be within hours, tonnes or miles, from where it can come, and how much room the voyage has. */
export function ReachSection() {
  const consumption = state.sea.value?.mesh.consumption ?? null;
  const measures: readonly (readonly [ReachMeasure, string])[] = [
    ['hours', 'Hours'],
    ...(consumption ? ([['consumption', consumption === 'fuel' ? 'Tonnes' : 'Ah']] as const) : []),
    ['nm', 'Nautical miles'],
    ['percent', 'Room to deviate, %'],
  ];
  const isRoom = reachMeasure.value === 'percent';
  return (
    <details
      class="tool-section reach"
      open={reachShown.value}
      onToggle={({ currentTarget: { open } }) => {
        if (open === reachShown.peek()) return; // a plan with it was opened, or one without
        askReach(() => {
          reachShown.value = open;
          if (!open) stopAskingFor(WANTED_SHIP);
        });
      }}
    >
      <summary>Reach</summary>
      <div class="row">
        <select
          aria-label="Within"
          value={reachMeasure.value}
          onChange={({ currentTarget: { value } }) =>
            askReach(() => {
              reachMeasure.value = value as ReachMeasure;
            })
          }
        >
          {measures.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <Values key={reachMeasure.value} />
      </div>
      {isRoom ? (
        <p class="hint">Where a voyage from A to B can go and last so much longer than the fastest.</p>
      ) : (
        <>
          <fieldset class="row" aria-label="Direction">
            {WAYS.filter(([way]) => way !== 'round' || reachMeasure.value !== 'nm').map(([way, label]) => (
              <button
                key={way}
                type="button"
                aria-pressed={way === 'round' ? isRound.value : !isRound.value && reachWay.value === way}
                onClick={() =>
                  askReach(() => {
                    reachWay.value = way;
                  })
                }
              >
                {label}
              </button>
            ))}
          </fieldset>
          <Ships />
        </>
      )}
      <Outcome isRoom={isRoom} />
    </details>
  );
}

/** `12, 24`: the contours. */
function Values() {
  const values = reachValues.value[reachMeasure.value];
  const [problem, setProblem] = useState(false);
  return (
    <>
      <input
        aria-label="Contours"
        class="contours"
        value={values.join(', ')}
        aria-invalid={problem}
        aria-describedby={problem ? 'contours-problem' : undefined}
        onChange={(event) => {
          const read = readValues(event.currentTarget.value);
          setProblem(read === null);
          if (!read) return;
          askReach(() => {
            reachValues.value = { ...reachValues.peek(), [reachMeasure.peek()]: read };
          });
        }}
      />
      {problem && (
        <p class="field-problem" id="contours-problem" role="alert">
          Write one to {MOST_CONTOURS} numbers above 0 with commas between, such as 6, 12, 24.
        </p>
      )}
    </>
  );
}

function readValues(text: string): number[] | null {
  const values = text
    .split(/[,;\s]+/)
    .filter((part) => part !== '')
    .map(Number);
  return areContours(values, reachMeasure.peek()) ? values : null;
}

/** Ships elsewhere than at A: of several, who is there first. */
function Ships() {
  return (
    <>
      {ships.value.length > 0 && (
        <ul class="ships">
          {ships.value.map((ship, i) => (
            <li key={`${ship.lat} ${ship.lon}`} class="row nowrap">
              <span>{ship.name ?? formatPosition(ship)}</span>
              {reachMeasure.value === 'hours' && <Delay index={i} hours={ship.delayHours ?? 0} />}
              <button type="button" aria-label={`Remove ship ${i + 1}`} onClick={() => removeShip(i)}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <PlaceAdder
        label="Add a ship at a place or position"
        placeholder={ships.value.length === 0 ? 'From A; or a place' : 'Another ship at'}
        isFull={ships.value.length >= MOST_SHIPS}
        pick="Pick"
        isPicking={wantedPlace.value === WANTED_SHIP}
        onPlace={addShip}
        onPick={() => toggleAsking(WANTED_SHIP)}
      />
    </>
  );
}

/** When a ship can leave: of several, who is there first depends on it. */
function Delay({ index, hours }: { index: number; hours: number }) {
  const [isWrong, setWrong] = useState(false);
  return (
    <label class="delay">
      <span>leaves in</span>
      <input
        aria-label={`Ship ${index + 1} leaves in hours`}
        inputMode="decimal"
        value={String(hours)}
        aria-invalid={isWrong}
        onChange={(event) => {
          const read = Number(event.currentTarget.value.replace(',', '.'));
          const isGood = read >= 0 && read <= MOST_DELAY_HOURS;
          setWrong(!isGood);
          if (isGood) delayShip(index, read);
        }}
      />
      <span>h</span>
    </label>
  );
}

function Outcome({ isRoom }: { isRoom: boolean }) {
  const problem = reachProblem.value;
  if (problem) {
    return (
      <p class="field-problem" role="alert">
        {problem}
      </p>
    );
  }
  if (reachOrigins.value.length === 0 || (isRoom && !state.end.value)) {
    return <p class="hint">{isRoom ? 'Set A and B first.' : 'Set A, or pick a place.'}</p>;
  }
  const features = reach.value?.features ?? [];
  const isCut = features.some(({ properties }) => properties.touches_edge);
  return (
    <>
      <ul class="areas quiet" aria-label="Areas">
        {features.map(({ properties: { metric, contour, origin, area_km2 } }) => (
          <li key={`${contour} ${origin}`}>
            {reachOrigins.value.length > 1 && `${reachOrigins.value[origin]?.name ?? `Ship ${origin + 1}`}, `}
            {contour} {REACH_UNITS[metric]}: {areaText(area_km2)}
          </li>
        ))}
      </ul>
      {reachOrigins.value.length > 1 && <p class="hint">{ofSeveral()}</p>}
      {isCut && <p class="hint">The area goes on where the ice data end.</p>}
      {isBound() && (
        <p class="hint">At full speed, whatever the zones, the clearance and the limits of speed.</p>
      )}
    </>
  );
}

/** What the areas of several ships are. */
function ofSeveral(): string {
  if (isRound.value) return 'Each ship by itself, back to its own place.';
  return reachWay.value === 'from'
    ? 'Each area is of the place that is reached first from there.'
    : 'Each area is of the ship that is there first.';
}

const areaText = (km2: number): string =>
  state.units.value === 'nautical'
    ? `${formatNumber(km2 / SQUARE_KM_PER_SQUARE_NM, 0)} NM²`
    : `${formatNumber(km2, 0)} km²`;
