import { connected } from '../api/client.ts';

interface ListStatusProps {
  /** Why it could not be loaded; null where it could, or is being. */
  readonly problem: string | null;
  readonly isLoaded: boolean;
}

/** What is said in the place of a list of the service that is not there. */
export function ListStatus({ problem, isLoaded }: ListStatusProps) {
  if (problem) {
    return (
      <p class="field-problem" role="alert">
        The list could not be loaded. {problem}
      </p>
    );
  }
  if (isLoaded) return null;
  return <p class="quiet">{connected.value ? 'Loading…' : 'It comes once there is a connection.'}</p>;
}
