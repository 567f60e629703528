/**
 * Frees the memory of an array, which must not be used afterwards; all other views of its buffer become
 * empty.
 */
export function free({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
