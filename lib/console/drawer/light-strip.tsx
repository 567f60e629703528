import type { ComponentChildren } from 'preact';
import { formatDuration } from '../../route-files/shown-text.ts';
import { type Light, type LightBand, lightAt } from '../../time/light.ts';
import { Duration } from '../pair.tsx';
import { formatTime } from '../units.ts';

const DAY_MS = 86_400_000;
const LIGHTS: readonly Light[] = ['day', 'twilight', 'night'];
/** More changes are hardly listened to: their sums are told instead. */
const MOST_CHANGES = 5;

interface LightStripProps {
  readonly place: { readonly lat: number; readonly lon: number };
  readonly from: Date;
  readonly to: Date;
}

/** When it is day, civil twilight and night over a stay: drawn, with the daylight of it in words; all of it is read out. */
export function LightStrip({ place, from, to }: LightStripProps) {
  const bands = lightAt(place, { from: from.getTime(), to: to.getTime() });
  const [only] = bands;
  if (bands.length === 1) return <Strip bands={bands}>{only!.light}</Strip>;
  const day = sums(bands).find(({ light }) => light === 'day');
  return (
    <Strip bands={bands}>
      <span aria-hidden="true">
        {day ? (
          <>
            day <Duration days={day.days} />
          </>
        ) : (
          'twilight, night'
        )}
      </span>
      <span class="visually-hidden">{textOf(bands)}</span>
    </Strip>
  );
}

interface StripProps {
  readonly bands: readonly LightBand[];
  readonly children: ComponentChildren;
}

function Strip({ bands, children }: StripProps) {
  const begin = bands[0]!.from;
  const length = bands.at(-1)!.to - begin || 1;
  return (
    <span class="light">
      <svg class="light-strip" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        {bands.map(({ light, from, to }) => (
          <rect
            key={from}
            class={light}
            x={(100 * (from - begin)) / length}
            width={bands.length === 1 ? 100 : (100 * (to - from)) / length}
            height="10"
          />
        ))}
      </svg>{' '}
      {children}
    </span>
  );
}

/** `night until 21 Nov 03:10 UTC, twilight until 21 Nov 04:00 UTC, then day` */
function textOf(bands: readonly LightBand[]): string {
  if (bands.length - 1 > MOST_CHANGES)
    return sums(bands)
      .map(({ light, days }) => `${light} ${formatDuration(days)}`)
      .join(', ');
  const until = bands.slice(0, -1).map(({ light, to }) => `${light} until ${formatTime(new Date(to))}`);
  return `${until.join(', ')}, then ${bands.at(-1)!.light}`;
}

const sums = (bands: readonly LightBand[]) =>
  LIGHTS.map((light) => {
    const own = bands.filter((band) => band.light === light);
    return { light, days: own.reduce((sum, { from, to }) => sum + (to - from), 0) / DAY_MS };
  }).filter(({ days }) => days > 0);

/** What the strips are painted in. */
export const LightKey = () => (
  <span class="hint light-key">
    {LIGHTS.map((light) => (
      <span key={light}>
        <svg class="light-strip" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect class={light} width="100" height="10" />
        </svg>{' '}
        {light === 'twilight' ? 'civil twilight' : light}
      </span>
    ))}
  </span>
);
