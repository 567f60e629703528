/** Stops are known by their names; a row stays the same row, and keeps the focus, when its stop gets another name. */
const keys = new Map<string, number>();
let made = 0;

export function keyOfStop(name: string): number {
  const key = keys.get(name) ?? ++made;
  keys.set(name, key);
  return key;
}

export function keepKey(before: string, name: string): void {
  keys.set(name, keyOfStop(before));
  keys.delete(before);
}
