/** A large compiled mesh that is missing is made by one function, while the others wait for it. */
import type { MeshFiles } from '../mesh-files.ts';
import type { MeshRecord } from '../mesh-record.ts';

/** Another function makes the compiled form at this moment. Calculations wait for it as for a service. */
export class MeshBeingCompiled extends Error {
  override readonly name = 'MeshBeingCompiled';
  readonly kind = 'busy';
  readonly retryAfterSeconds = 30;

  constructor({ id }: Pick<MeshRecord, 'id'>) {
    super(`Mesh ${id} is being compiled again: try again in half a minute.`);
  }
}

/** Smaller meshes take less time than it takes to wait, so everyone makes them. */
const CLAIMED_FROM_CELLS = 50_000;
/** Longer than the largest mesh takes; whoever claimed it may have died. */
const CLAIMED_MS = 5 * 60_000;

export interface MakePorts {
  readonly files: Pick<MeshFiles, 'read' | 'write' | 'replace'>;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/**
 * Makes and stores the file with this key. After an upgrade of the compiled form, every calculation finds its mesh
 * missing at the same moment; one of them claims it, in an object beside the file that holds the time until when.
 * @throws MeshBeingCompiled
 */
export async function makeOnce(
  { files, now = Date.now }: MakePorts,
  key: string,
  mesh: Pick<MeshRecord, 'id' | 'cellCount'>,
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const makeAndStore = async () => {
    const made = await make();
    await files.write(key, made);
    return made;
  };
  if (mesh.cellCount < CLAIMED_FROM_CELLS) return makeAndStore();
  const claimKey = `${key}.claim`;
  const claim = await files.read(claimKey);
  if (claim && Number(await textOf(claim)) > now()) throw new MeshBeingCompiled(mesh);
  const mine = new TextEncoder().encode(String(now() + CLAIMED_MS));
  if (!(await files.replace(claimKey, mine, claim?.etag ?? null))) throw new MeshBeingCompiled(mesh);
  try {
    return await makeAndStore();
  } finally {
    await files.write(claimKey, new Uint8Array()).catch(() => {}); // it ends by itself
  }
}

async function textOf(file: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of file) text += decoder.decode(chunk, { stream: true });
  return text;
}
