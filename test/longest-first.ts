import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take a minute or more, in the order in which they begin: were one the last, the other cores would wait for it. Browsers
 * need more than one core, so their two files are apart.
 */
const LONG = [
  'test/console/browser/console.slow.test.ts',
  'test/voyage/forecast/fuel-values-and-windows.test.ts',
  'test/local/requests.test.ts',
  'test/bench/service.slow.test.ts',
  'test/console/browser/console.test.ts',
  'test/voyage/stops/values-with-fuel.test.ts',
  'test/speed/brute-force.slow.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG.findIndex((path) => moduleId.endsWith(path));
  return rank < 0 ? LONG.length : rank;
};

/** Long files first, the others as Vitest orders them: those of a project one after another. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return sorted.toSorted((a, b) => group(a) - group(b) || rankOf(a) - rankOf(b));
  }
}
