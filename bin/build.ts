import { handlerIds } from '../lib/stack/handler-ids.ts';
import { storedBundles } from '../lib/stack/stored-bundles.ts';

/** Makes the bundles beforehand, those of `npm start` and those that are deployed, so that neither has to. */
for (const form of ['shared', 'deployed'] as const) {
  const { folder, made } = await storedBundles(handlerIds, form);
  await made;
  console.log(folder);
}
