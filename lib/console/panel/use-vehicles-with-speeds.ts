import { useEffect, useState } from 'preact/hooks';
import { reportError } from '../state/notices.ts';
import * as state from '../state/state.ts';
import type { Vehicle } from '../vehicles/vehicle-fields.ts';

/** The vehicles of the service whose speed can be chosen; none until that is known. */
export function useVehiclesWithSpeeds(): readonly Vehicle[] {
  const vehicles = state.vehicles.value;
  const [found, setFound] = useState<readonly Vehicle[]>([]);
  useEffect(() => {
    if (!vehicles) return;
    import('../vehicles/with-speeds.ts')
      .then(({ withSpeeds }) => setFound(withSpeeds(vehicles)))
      .catch(reportError);
  }, [vehicles]);
  return found;
}
