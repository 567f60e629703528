import { operationsOf } from './operation.ts';
import { page } from './page.ts';

/** The map page and its files; what a browser gets, rather than a client. */
export const console = operationsOf('console', {
  get: {
    ...page,
    path: '/console/{file}',
    otherPaths: ['/', '/console'],
    summary: 'The map page, and the files that it loads',
  },
});
