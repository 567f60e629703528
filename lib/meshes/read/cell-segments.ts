import { readJson, type Segment } from './json-reader.ts';
import { JsonFault } from './json-value.ts';

/**
 * The config and the cells of a mesh file that is in memory as a whole; the cells are not parsed yet.
 *
 * @throws JsonFault if the bytes are not a mesh
 */
export function cellSegments(json: Uint8Array): { config: unknown; cells: readonly Segment[] } {
  return readJson(json, function* (reader) {
    let config: unknown;
    let cells: Segment[] | undefined;
    yield* reader.document(() =>
      reader.members(function* (key) {
        if (key === 'config') {
          config = yield* reader.value();
        } else if (key === 'cellboxes') {
          const found: Segment[] = [];
          cells = found;
          yield* reader.elements((cell) => found.push(cell));
        } else {
          yield* reader.skip();
        }
      }),
    );
    if (!cells) throw new JsonFault('expected "cellboxes"');
    return { config, cells };
  });
}
