import { requestSigner, type Signer } from '../../lib/signing/sign-request.ts';
import { gridMesh } from '../local/grid-mesh.ts';
import { startService } from '../local/service.ts';

/** The service that is held to the contract. */
export interface Target {
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Signs requests, where the service asks for IAM signatures. */
  readonly sign: Signer | undefined;
  /** Ends of a route that a mesh of the service covers. */
  readonly start: LatLonText;
  readonly end: LatLonText;
  stop(): Promise<void>;
}

export interface LatLonText {
  readonly lat: string;
  readonly lon: string;
}

/** A deployed service where `npm run acceptance` names one, else a local one with a mesh of open water. */
export async function acceptanceTarget(): Promise<Target> {
  const { POLYNYA_ACCEPTANCE_URL: url, POLYNYA_API_KEY: apiKey } = process.env;
  if (url) {
    const { POLYNYA_ACCEPTANCE_START: start, POLYNYA_ACCEPTANCE_END: end } = process.env;
    const sign = process.env.POLYNYA_ACCEPTANCE_SIGN ? requestSigner() : undefined;
    return { url, apiKey, sign, start: point(start!), end: point(end!), stop: async () => {} };
  }
  const service = await startService();
  await service.addMesh('open-water', gridMesh({ latMin: -70, lonMin: -60 }));
  return {
    url: service.stack.apiUrl,
    apiKey: undefined,
    sign: undefined,
    start: point('-60.5,-59.5'),
    end: point('-69.5,-50.5'),
    stop: () => service.end(),
  };
}

/** `LAT,LON` */
function point(text: string): LatLonText {
  const [lat, lon] = text.split(',');
  return { lat: lat!, lon: lon! };
}
