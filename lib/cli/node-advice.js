/** Plain JavaScript, because an older Node.js, which this is about, reads no TypeScript. */

/** Runs TypeScript as it is; what the functions run on AWS. */
const OLDEST = 24;
/** npm finds every dependency's `engines` met from here on, as `engines` of package.json says. */
const WITHOUT_WARNINGS = 22;

/** @param {string} version of Node.js: `v24.21.0` */
const majorOf = (version) => Number(version.replace(/^v/, '').split('.')[0]);

/**
 * What to do about an older Node.js, or null.
 *
 * @param {string} version of the Node.js that runs the scripts
 * @param {string} userAgent of npm, with the Node.js that npm runs on: `npm/11.19.1 node/v20.20.2 linux x64`
 * @returns {{ isUsable: boolean, text: string } | null}
 */
export function nodeAdvice(version, userAgent) {
  if (majorOf(version) < OLDEST) {
    return {
      isUsable: false,
      text:
        `Node.js ${OLDEST} is needed, and this is ${version}. It comes with the dependencies: run "npm ci" without --ignore-scripts, ` +
        'and programs with "npm run" or "npm start", which find it.',
    };
  }
  const [, npms = version] = /node\/(v\d+[\d.]*)/.exec(userAgent) ?? [];
  if (majorOf(npms) >= WITHOUT_WARNINGS) return null;
  return {
    isUsable: true,
    text:
      `All is installed. npm runs on Node.js ${npms} here, of which it warned above (EBADENGINE): that does no harm, because ` +
      `every script runs on the Node.js ${version} that is among the dependencies.`,
  };
}
