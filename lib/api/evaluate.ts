import { readFileTypes } from '../route-files/format-types.ts';
import { evaluated, evaluation, evaluationQuery, exampleEvaluation } from './evaluate-schema.ts';
import { exampleCoordinates } from './example-route.ts';
import { MAX_VOYAGE_BYTES, operationsOf } from './operation.ts';

/** In a file of its own: its schema reads route files, and the XML parser is a tenth of what a handler loads. */
export const { evaluate } = operationsOf('routes', {
  evaluate: {
    method: 'POST',
    path: '/api/evaluate_route',
    summary: 'What a given route costs, beside the best routes between its ends',
    query: evaluationQuery,
    body: {
      schema: evaluation,
      maxBytes: MAX_VOYAGE_BYTES,
      file: { types: readFileTypes, field: 'route' },
      example: {
        route: { type: 'LineString', coordinates: exampleCoordinates },
      },
    },
    answers: {
      200: {
        description: 'The route cut at every border between cells, and its costs',
        schema: evaluated,
        example: exampleEvaluation,
      },
    },
    errors: {
      404: 'No mesh, or no such vehicle or zone',
      422: 'The route leads through a closed cell or zone, or off the mesh: `details` names each leg, place and reason; or it takes too long to evaluate',
    },
  },
});
