/** Files in a zip archive, with limits: a few kilobytes may unpack to terabytes. */
import { Unzip, type UnzipDecoder, UnzipInflate } from 'fflate';
import { crc32 } from './crc32.ts';
import { FileUnreadable } from './errors.ts';

/** Ten times as fast as what the page has. */
const native = globalThis.process?.getBuiltinModule?.('node:zlib');

export interface ZipEntry {
  /** With its folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const MAX_ENTRIES = 1_000;
const MEBIBYTE = 2 ** 20;
/** What is wanted of an archive may unpack to so much together. */
export const MAX_UNZIPPED = 64 * MEBIBYTE;
/** So much of the archive is unpacked at a time, bytes: a bomb is noticed after one piece. */
const PIECE = 16384;

/**
 * The files whose names are wanted, in their order in the archive. What an operating system adds (`__MACOSX`, hidden files) is left out.
 *
 * @throws FileUnreadable where the archive is damaged, cut off or encrypted, or unpacks to more than may be
 */
export function unzip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  maxBytes = MAX_UNZIPPED,
): ZipEntry[] {
  const entries: { name: string; chunks: Uint8Array[]; isWhole: boolean }[] = [];
  let [count, total] = [0, 0];
  const archive = new Unzip((file) => {
    if (++count > MAX_ENTRIES) {
      throw new FileUnreadable(
        `The zip archive has more than ${MAX_ENTRIES} files: send only those that matter.`,
      );
    }
    if (isHidden(file.name) || !isWanted(file.name)) return;
    if ((file.originalSize ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const entry = { name: file.name, chunks: [] as Uint8Array[], isWhole: false };
    entries.push(entry);
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      total += chunk.length;
      if (total > maxBytes) throw tooLarge(maxBytes);
      entry.chunks.push(chunk);
      entry.isWhole ||= isLast;
    };
    file.start();
  });
  archive.register(native ? nativeInflate(native, () => maxBytes - total, tooLarge(maxBytes)) : UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += PIECE) {
      archive.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
    }
  } catch (error) {
    if (error instanceof FileUnreadable) throw error;
    throw damaged();
  }
  const directory = directoryOf(bytes);
  if (directory?.count !== count || !entries.every(({ isWhole }) => isWhole)) {
    throw new FileUnreadable('The zip archive is cut off: send it again.');
  }
  const files = entries.map(({ name, chunks }) => ({ name, bytes: joined(chunks) }));
  if (!files.every((file) => directory.checksums.has(checksum(file.bytes)))) throw damaged();
  return files;
}

const checksum = (bytes: Uint8Array): number => native?.crc32(bytes) ?? crc32(bytes);

const damaged = () => new FileUnreadable('The zip archive is damaged, cut off or encrypted: make it again.');

/** Inflates a file of an archive at once, up to as many bytes as are left. */
const nativeInflate = (
  { inflateRawSync }: NonNullable<typeof native>,
  bytesLeft: () => number,
  tooLarge: FileUnreadable,
) =>
  class implements UnzipDecoder {
    static readonly compression = 8;
    readonly #chunks: Uint8Array[] = [];
    ondata!: UnzipDecoder['ondata'];

    push(chunk: Uint8Array, isLast: boolean): void {
      this.#chunks.push(chunk);
      if (!isLast) return;
      try {
        const maxOutputLength = Math.max(1, bytesLeft());
        this.ondata(null, inflateRawSync(joined(this.#chunks), { maxOutputLength }), true);
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : error;
      }
    }
  };

/** The signature of the record with which an archive ends, and its size without a comment. */
const END = [0x50, 0x4b, 0x05, 0x06];
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
/** The signature of a file in the directory before it, and its size without name, extra fields and comment. */
const FILE = 0x02014b50;
const FILE_BYTES = 46;

/** How many files the end of the archive says that there are, and the checksums of those in its directory; null where it has no end. */
function directoryOf(bytes: Uint8Array): { count: number; checksums: ReadonlySet<number> } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT);
  for (let end = bytes.length - END_BYTES; end >= first; end--) {
    if (!END.every((byte, k) => bytes[end + k] === byte)) continue;
    const checksums = new Set<number>();
    let at = view.getUint32(end + 16, true);
    while (at + FILE_BYTES <= end && view.getUint32(at, true) === FILE) {
      checksums.add(view.getUint32(at + 16, true));
      const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      at += FILE_BYTES + name! + extra! + comment!;
    }
    return { count: view.getUint16(end + 10, true), checksums };
  }
  return null;
}

const tooLarge = (maxBytes: number) =>
  new FileUnreadable(`The zip archive unpacks to more than ${Math.floor(maxBytes / MEBIBYTE)} MiB.`);

const isHidden = (name: string): boolean => /(^|\/)(__MACOSX\/|\.)/.test(name) || name.endsWith('/');

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** The name of a file without its folders, and without its extension. */
export const stemOf = (name: string): string => name.replace(/^.*\//, '').replace(/\.[^.]*$/, '');

/** Lower case, without the dot; empty where there is none. */
export const extensionOf = (name: string): string => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
