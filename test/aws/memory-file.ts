import type { VersionedFile } from '../../lib/aws/mesh-catalogue.ts';

/** The conditional reads and writes of a bucket, in memory; every step lets other tasks run, as a network would. */
export class MemoryFile implements VersionedFile {
  readonly files = new Map<string, { bytes: Uint8Array; etag: string }>();
  /** What was asked: `read changed`, `read unchanged`, `replace`. */
  readonly requests: string[] = [];
  beforeEach: () => void = () => {};
  #version = 0;

  async readIfChanged(key: string, etag?: string) {
    await this.#network();
    const file = this.files.get(key);
    this.requests.push(file && file.etag === etag ? 'read unchanged' : 'read changed');
    if (!file) return null;
    return file.etag === etag ? ('unchanged' as const) : file;
  }

  async replace(key: string, bytes: Uint8Array, etag: string | null): Promise<boolean> {
    await this.#network();
    if ((this.files.get(key)?.etag ?? null) !== etag) return false;
    this.requests.push('replace');
    this.files.set(key, { bytes, etag: `${++this.#version}` });
    return true;
  }

  async #network(): Promise<void> {
    this.beforeEach();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
