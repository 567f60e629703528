import type { BatchFailures } from '../api/types.ts';
import { readable } from '../readable.ts';

type Fault = BatchFailures['failures'][number];

/** Lines of a batch that failed, with their reasons. */
export function Faults({ faults }: { readonly faults: readonly Fault[] }) {
  return (
    <ul class="faults">
      {faults.map(({ line, key, reason, details = [] }) => (
        <li key={line}>
          <strong>{key === String(line) ? `Line ${line}` : `Line ${line}, ${key}`}</strong>{' '}
          {sentencesOf(reason, details).map(readable).join(' ')}
        </li>
      ))}
    </ul>
  );
}

/** The reason sums up the first of the fields that are wrong, where there are such. */
function sentencesOf(reason: string, fields: NonNullable<Fault['details']>): string[] {
  return fields.length === 0 ? [reason] : fields.map(({ field, message }) => `${field} ${message}.`);
}
