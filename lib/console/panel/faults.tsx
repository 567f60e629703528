import type { BatchFailures } from '../api/types.ts';
import { readable } from '../readable.ts';

/** Lines of a batch that failed, with their reasons. */
export function Faults({ faults }: { readonly faults: readonly BatchFailures['failures'][number][] }) {
  return (
    <ul class="faults">
      {faults.map(({ line, key, reason, details = [] }) => (
        <li key={line}>
          <strong>{key === String(line) ? `Line ${line}` : `Line ${line}, ${key}`}</strong>{' '}
          {[reason, ...details.map(({ field, message }) => `${field} ${message}.`)].map(readable).join(' ')}
        </li>
      ))}
    </ul>
  );
}
