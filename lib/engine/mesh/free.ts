/** Frees the memory of an array, of which nothing may be used any more; every other view of its buffer is empty then. */
export function free({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
