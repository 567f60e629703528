/**
 * Puts what a benchmark printed into docs/engine.md, between the comments of its name:
 *
 *     npm run --silent bench | node bench/write-figures.ts bench
 *     npm run --silent variants | node bench/write-figures.ts variants
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** Rows of meshes of a few cells only, which would make the table long and tell little. */
const SMALL =
  /^(alr|checkerboard|diagonal|great_circle|horizontal|multi_waypoint|single_cell|slocum|twin_otter|vertical)/;

const DOCUMENT = new URL('../docs/engine.md', import.meta.url);

const name = process.argv[2];
const text = readFileSync(DOCUMENT, 'utf8');
const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
if (!name || !text.includes(begin) || !text.includes(end)) {
  throw new Error(
    `usage: write-figures NAME, where docs/engine.md has <!-- NAME --> and <!-- /NAME -->; found ${name}`,
  );
}
const printed = readFileSync(0, 'utf8')
  .split('\n')
  .filter((line) => !SMALL.test(line))
  .join('\n')
  .trim();
const [before, rest] = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end))];
writeFileSync(DOCUMENT, `${before}${begin}\`\`\`\n${printed}\n\`\`\`\n${rest}`);
