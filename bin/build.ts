import { handlerIds } from '../lib/stack/polynya-stack.ts';
import { storedBundles } from '../lib/stack/stored-bundles.ts';

/** Makes the bundles beforehand, those of `npm start` and those that are deployed, so that neither has to. */
for (const form of ['shared', 'deployed'] as const) console.log(await storedBundles(handlerIds, form));
