import type { EnvironmentSource } from '../../engine/mesh/mesh-source.ts';
import { type Faults, MeshRefused } from '../mesh-refused.ts';
import { type JsonKind, type JsonReader, parseSegment, type Reading } from './json-reader.ts';
import { type MeshConfig, readMeshConfig } from './mesh-config.ts';
import { CellReader } from './read-cells.ts';
import { NeighbourReader } from './read-neighbours.ts';

/**
 * The parts of a mesh file, in the order in which they must be read: the config decides how cells are read,
 * and the neighbour graph refers to cells.
 */
const PARTS = { config: 'object', cellboxes: 'array', neighbour_graph: 'object' } as const;
type Part = keyof typeof PARTS;
const names = Object.keys(PARTS) as Part[];

/**
 * Reads the parts of a mesh file. Each pass over the file reads the parts that can be read at that point, and
 * skips the others.
 */
export class MeshParts {
  /** Undefined until it is read; null if it has faults. */
  config: MeshConfig | null | undefined;
  cells: CellReader | undefined;
  neighbours: EnvironmentSource['neighbours'] | undefined;
  /** By id of a cell: its row. */
  readonly rowOf = new Map<string, number>();
  readonly #faults: Faults;
  #isFirst = true;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  get isComplete(): boolean {
    return this.neighbours !== undefined;
  }

  /**
   * One pass over the file.
   *
   * @throws JsonFault, MeshRefused if a part is missing
   */
  *read(json: JsonReader): Reading {
    const kinds = new Map<Part, JsonKind>();
    const parts = this;
    const readMember = function* (key: string): Reading {
      const kind = yield* json.kind();
      if (!isPart(key)) return yield* parts.#readOther(json);
      if (kinds.has(key)) throw new MeshRefused([`not a mesh: ${key} is there twice`]);
      kinds.set(key, kind);
      yield* parts.#readPart(key, kind, json);
    };
    const other = yield* json.document(function* (kind) {
      if (kind === 'object') {
        yield* json.members(readMember);
        return null;
      }
      const { bytes, start } = yield* json.segment();
      return { bytes: bytes.slice(), start }; // parsed at the end of the text
    });
    if (other) {
      parseSegment(other);
      throw new MeshRefused([
        'not a mesh: expected a JSON object with config, cellboxes and neighbour_graph',
      ]);
    }
    this.#isFirst = false;
    refuseWithoutParts(kinds);
  }

  *#readPart(part: Part, kind: JsonKind, json: JsonReader): Reading {
    if (kind !== PARTS[part])
      yield* json.value(); // refused at the end, together with missing parts
    else if (part === 'config' && this.config === undefined) yield* this.#readConfig(json);
    else if (part === 'cellboxes' && this.config !== undefined && !this.cells) yield* this.#readCells(json);
    else if (part === 'neighbour_graph' && this.cells) yield* this.#readNeighbours(json, this.cells);
    else yield* json.skip();
  }

  /**
   * Other members are parsed in the first pass, so that a file that is not valid JSON throughout is refused.
   */
  *#readOther(json: JsonReader): Reading {
    if (this.#isFirst) yield* json.value();
    else yield* json.skip();
  }

  *#readConfig(json: JsonReader): Reading {
    this.config = readMeshConfig(yield* json.value(), this.#faults);
  }

  *#readCells(json: JsonReader): Reading {
    const config = this.config!;
    // if the config could not be read, speeds are taken as m/s, so that the faults of the cells are reported
    // too
    const speedUnitMps = config ? (config.vessel?.speedUnitMps ?? null) : 1;
    const cells = new CellReader(speedUnitMps, this.#faults);
    yield* json.elements((cell) => cells.read(parseSegment(cell)));
    this.cells = cells;
  }

  *#readNeighbours(json: JsonReader, cells: CellReader): Reading {
    const { ids, accessible } = cells.columns;
    for (let row = 0; row < ids.length; row++) this.rowOf.set(ids[row], row);
    const neighbours = new NeighbourReader(this.rowOf, accessible, this.#faults);
    yield* json.members(function* (id) {
      neighbours.read(id, yield* json.value());
    });
    this.neighbours = neighbours.byRow();
  }
}

const isPart = (key: string): key is Part => Object.hasOwn(PARTS, key);

function refuseWithoutParts(kinds: ReadonlyMap<Part, JsonKind>): void {
  const reasons = names.flatMap((part) => {
    const kind = kinds.get(part);
    if (!kind) return `not a mesh: ${part} is missing`;
    return kind === PARTS[part] ? [] : `not a mesh: ${part} is no ${PARTS[part]}`;
  });
  if (reasons.length > 0) throw new MeshRefused(reasons);
}
