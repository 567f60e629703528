import { createReadStream } from 'node:fs';
import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ListedFile, MeshFiles, StoredFile } from '../lib/meshes/mesh-files.ts';

/** A mesh bucket in a folder. */
export class FolderFiles implements MeshFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  list(): AsyncIterable<ListedFile> {
    throw new Error('not needed');
  }

  async etag(key: string): Promise<string | null> {
    const found = await stat(join(this.#folder, key)).catch(() => null);
    return found && `${found.mtimeMs}-${found.size}`;
  }

  async read(key: string): Promise<StoredFile | null> {
    const etag = await this.etag(key);
    if (etag === null) return null;
    const path = join(this.#folder, key);
    return Object.assign(createReadStream(path), { etag, size: (await stat(path)).size });
  }

  async copy(from: string, _etag: string, to: string): Promise<void> {
    await copyFile(join(this.#folder, from), await this.#pathTo(to));
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    await writeFile(await this.#pathTo(key), bytes);
  }

  async replace(key: string, bytes: Uint8Array): Promise<boolean> {
    await this.write(key, bytes);
    return true;
  }

  async #pathTo(key: string): Promise<string> {
    const path = join(this.#folder, key);
    await mkdir(dirname(path), { recursive: true });
    return path;
  }
}
