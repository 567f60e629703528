import { haversineNm } from '../../engine/geometry/sphere.ts';
import { formatDuration, formatNumber } from '../../route-files/shown-text.ts';
import { LINES, type LineName } from '../map/palette.ts';
import { readable } from '../readable.ts';
import { comparable } from '../state/comparable.ts';
import { consumptionTitle } from '../state/consumption.ts';
import { moneyOf } from '../state/money.ts';
import { activeZones } from '../state/plan-zones.ts';
import {
  lowestRisk,
  type ShownRoute,
  totalConsumption,
  totalDays,
  totalMetres,
} from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { isVariant } from '../state/variants.ts';
import { distanceIn, distanceUnit } from '../units.ts';

/**
 * Every line side by side: time, distance, consumption, lowest risk index, and by how much it exceeds the best of those
 * that join the same ends.
 */
export function ComparisonTable() {
  const lines = state.lines.value;
  const unsailable = [state.greatCircleLine.value, state.ownLine.value].filter((line) => line?.problem);
  if (lines.length === 0 && unsailable.length === 0) return null;
  const compared = comparable(lines);
  // other vessels are more or less than the best of the plan's own, and so are lines that heed nothing of the plan
  const heedsNothing = (line: LineName) => line === 'greatCircle' || line === 'own';
  const unheeding = isBound() ? lines.filter(({ line }) => heedsNothing(line)) : [];
  const own = compared.filter((line) => !isVariant(line.line) && !unheeding.includes(line));
  const bestDays = Math.min(...own.map(totalDays));
  const consumptions = own.map(totalConsumption).filter((value) => value !== null);
  const bestConsumption = Math.min(...consumptions);
  const bestMoney = Math.min(...own.map(moneyOf).filter((value) => value !== null));
  const hasRisk = lines.some((line) => lowestRisk(line) !== null);
  const units = state.units.value;
  return (
    <section class="comparison" aria-label="Comparison">
      <table>
        <thead>
          <tr>
            <th scope="col">Route</th>
            <th scope="col">Time</th>
            <th scope="col">{distanceUnit(units)}</th>
            {consumptions.length > 0 && <th scope="col">{consumptionTitle.value}</th>}
            {Number.isFinite(bestMoney) && <th scope="col">Money</th>}
            {hasRisk && <th scope="col">Lowest RIO</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row
              key={line.line}
              {...{
                line,
                bestDays,
                bestConsumption,
                bestMoney,
                hasRisk,
                isCompared: compared.includes(line),
              }}
            />
          ))}
        </tbody>
      </table>
      {unsailable.map((line) => (
        <p key={line!.line} class="quiet unsailable">
          <Swatch line={line!.line} /> {LINES[line!.line].label}: {line!.problem}
        </p>
      ))}
      {compared.length < lines.length && (
        <p class="quiet">
          The own route {lines[0]?.stops ? 'does not call at the stops' : 'joins other ends'}, so it is not
          compared with the others.
        </p>
      )}
      {unheeding.length > 0 && (
        <p class="quiet">
          {listed(unheeding)}: sailed straight on at full speed, whatever the zones, the clearance and the
          limits of speed.
        </p>
      )}
      <Remarks lines={lines} />
    </section>
  );
}

/** Whether the plan is bound by more than the ice. */
export function isBound(): boolean {
  const { clearance_nm: clearance, max_speed_kn: most } = state.voyage.value ?? {};
  return Boolean(clearance || most || activeZones.value.some(({ kind }) => kind !== 'report'));
}

interface RowProps {
  readonly line: ShownRoute;
  readonly bestDays: number;
  readonly bestConsumption: number;
  /** Infinite without a price. */
  readonly bestMoney: number;
  readonly hasRisk: boolean;
  readonly isCompared: boolean;
}

function Row({ line, bestDays, bestConsumption, bestMoney, hasRisk, isCompared }: RowProps) {
  const consumption = totalConsumption(line);
  const money = moneyOf(line);
  const chosen = state.chosenRoute.value?.line === line.line;
  const risk = lowestRisk(line);
  return (
    <tr class={chosen ? 'chosen' : ''} data-line={line.line}>
      <th scope="row">
        <button
          type="button"
          aria-pressed={chosen}
          onClick={() => {
            state.chosenLine.value = line.line;
          }}
        >
          <Swatch line={line.line} /> {line.label}
        </button>
      </th>
      <td>
        {formatDuration(totalDays(line))} {isCompared && <Excess value={totalDays(line)} best={bestDays} />}
      </td>
      <td>{formatNumber(distanceIn(state.units.value, totalMetres(line)), 0)}</td>
      {Number.isFinite(bestConsumption) && (
        <td>
          {consumption === null ? '–' : formatNumber(consumption, 1)}{' '}
          {isCompared && consumption !== null && <Excess value={consumption} best={bestConsumption} />}
        </td>
      )}
      {Number.isFinite(bestMoney) && (
        <td>
          {money === null ? '–' : formatNumber(money, 0)}{' '}
          {isCompared && money !== null && <Excess value={money} best={bestMoney} />}
        </td>
      )}
      {hasRisk && <td>{risk === null ? '–' : formatNumber(risk, 0)}</td>}
    </tr>
  );
}

function Excess({ value, best }: { value: number; best: number }) {
  const percent = 100 * (value / best - 1);
  if (!(Math.abs(percent) > 0.05)) return null;
  return (
    <span class="excess">
      {percent > 0 && '+'}
      {formatNumber(percent, 1)} %
    </span>
  );
}

/** The line as it is on the map. */
export function Swatch({ line }: { line: LineName }) {
  const { dash } = LINES[line];
  return (
    <svg class="line-swatch" viewBox="0 0 30 8" aria-hidden="true">
      <path class="casing" d="M1 4h28" stroke-width="6" />
      <path
        d="M1 4h28"
        style={{ stroke: `var(--line-${line})` }}
        stroke-width="3.4"
        stroke-dasharray={dash.map((part) => part * 0.7).join(' ')}
      />
    </svg>
  );
}

/** What the alerts and the answer say. */
const IS_ALERT =
  /was moved|squeezes through|Its data end|Latest available mesh|could not be proved|beyond the forecast/;

/** What the service or the engine says of the routes beside the alerts, each sentence once. */
function Remarks({ lines }: { lines: readonly ShownRoute[] }) {
  const sentences = lines.flatMap(({ info }) => info?.match(/[^.]+(?:\.\d[^.]*)*\./g) ?? []);
  const remarks = [...new Set(sentences.map((each) => each.trim()))].filter((each) => !IS_ALERT.test(each));
  const proved = lines.filter(({ gapPercent }) => gapPercent !== null);
  return (
    <div class="remarks">
      {proved.length > 0 && (
        <p>
          {listed(proved)}: proven that no route through these ice data is cheaper by more than{' '}
          {Math.max(...proved.map(({ gapPercent }) => gapPercent!)).toFixed(2)} %.
        </p>
      )}
      {sameRoutes(lines).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {remarks.map((remark) => (
        <p key={remark}>{readable(remark)}</p>
      ))}
    </div>
  );
}

/** Lines that are one say so, because the map shows one for several. */
function sameRoutes(lines: readonly ShownRoute[]): string[] {
  const groups: ShownRoute[][] = [];
  for (const line of lines) {
    const group = groups.find(([first]) => isSameLine(first!.coordinates, line.coordinates));
    if (group) group.push(line);
    else groups.push([line]);
  }
  return groups.filter(({ length }) => length > 1).map((group) => `${listed(group)} are the same route.`);
}

/** `Fastest, least fuel and least money` */
function listed(lines: readonly ShownRoute[]): string {
  const labels = lines.map(({ label }, i) => (i > 0 ? uncapital(label) : label));
  return [labels.slice(0, -1).join(', '), labels.at(-1)].filter(Boolean).join(' and ');
}

/** Names of vessels stay as they are. */
const uncapital = (label: string): string =>
  /^(Fastest|Least|Great|Own|At chosen)/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label;

/** Lines that are nearer to each other than this are seen, and sailed, as one; nautical miles. */
const SAME_LINE_NM = 0.25;

function isSameLine(a: ShownRoute['coordinates'], b: ShownRoute['coordinates']): boolean {
  const at = ([lon, lat]: readonly [number, number]) => ({ lat, lon });
  return a.length === b.length && a.every((point, i) => haversineNm(at(point), at(b[i]!)) < SAME_LINE_NM);
}
