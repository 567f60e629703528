import { type FileContent, recognise } from '../files/recognise.ts';

const MAX_FILE_BYTES = 20_000_000;

/** A file's content, told apart. @throws Error with a sentence */
export async function contentOf(file: File): Promise<FileContent> {
  if (file.size > MAX_FILE_BYTES) {
    throw new Error(`it has ${Math.round(file.size / 1e6)} MB, at most 20 are read`);
  }
  return recognise(new Uint8Array(await file.arrayBuffer()));
}
