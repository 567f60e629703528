/** The sets of standing zones in the mesh bucket. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { StandingSets } from '../zones/standing.ts';
import type { Zone } from '../zones/zone.ts';
import type { MeshBucket } from './mesh-bucket.ts';

const keyOf = (digest: string): string => `standing-zones/${digest}.json.gz`;

export class StandingSetFiles implements StandingSets {
  private readonly bucket: MeshBucket;

  constructor(bucket: MeshBucket) {
    this.bucket = bucket;
  }

  async read(digest: string): Promise<Zone[] | null> {
    const file = await this.bucket.read(keyOf(digest));
    if (!file) return null;
    const chunks: Uint8Array[] = [];
    for await (const chunk of file) chunks.push(chunk);
    return JSON.parse(gunzipSync(Buffer.concat(chunks)).toString());
  }

  async write(digest: string, zones: readonly Zone[]): Promise<void> {
    await this.bucket.write(keyOf(digest), gzipSync(JSON.stringify(zones)));
  }
}
