import { formatDuration } from '../route-files/shown-text.ts';

/** In a duration of hours too. */
const BEFORE_MINUTES = /(?<=h)\s/;

export const Duration = ({ days }: { readonly days: number }) => (
  <Pair parts={formatDuration(days).split(BEFORE_MINUTES)} />
);

/** What stands in two lines where the table has no room for one. */
export const Pair = ({ parts }: { readonly parts: readonly string[] }) => (
  <span class="pair">{parts.map((part, i) => [i > 0 && ' ', <span key={part}>{part}</span>])}</span>
);
