import { AwsError } from '../errors.ts';

/**
 * Removes the framing of an `aws-chunked` body: `<hex size>[;chunk-signature=…]\r\n<bytes>\r\n`, ended by a
 * chunk of size 0 and possibly trailers (checksums), which are not passed on.
 */
export async function* decodeChunked(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer = Buffer.alloc(0);
  let remaining = 0; // remaining bytes of the current chunk
  let delimiter = 0; // remaining bytes of the line end after a chunk
  let ended = false; // data after the last chunk is read, so that the connection stays usable, and discarded
  for await (const piece of body) {
    if (ended) continue;
    buffered = buffered.length ? Buffer.concat([buffered, piece]) : piece;
    while (buffered.length && !ended) {
      if (remaining > 0) {
        const data = buffered.subarray(0, remaining);
        remaining -= data.length;
        buffered = buffered.subarray(data.length);
        if (remaining === 0) delimiter = 2;
        yield data;
      } else if (delimiter > 0) {
        const skipped = Math.min(delimiter, buffered.length);
        delimiter -= skipped;
        buffered = buffered.subarray(skipped);
      } else {
        const end = buffered.indexOf('\r\n');
        if (end < 0) break;
        const size = Number.parseInt(buffered.toString('latin1', 0, end), 16);
        if (!(size >= 0)) throw new AwsError('IncompleteBody', 'The chunked body is malformed.');
        remaining = size;
        ended = size === 0;
        buffered = buffered.subarray(end + 2);
      }
    }
  }
  if (!ended) throw new AwsError('IncompleteBody', 'The chunked body ended before its last chunk.');
}
