/**
 * Which open cells can be reached from which, without regard to currents: the components of the graph of
 * shared edges, and of that graph with the pinches added.
 *
 * @returns open × 2: the component without and with pinches; the number of a component is that of its first
 *   cell
 */
export function findComponents(
  open: number,
  edgeTopology: Int32Array,
  cornerCell: Int32Array,
  pinch: Int32Array,
): Int32Array {
  const parent = new Int32Array(open).map((_, i) => i);
  for (let e = 0; e < edgeTopology.length; e += 4) join(parent, edgeTopology[e], edgeTopology[e + 1]);
  const component = new Int32Array(2 * open);
  for (let i = 0; i < open; i++) component[2 * i] = root(parent, i);
  for (let p = 0; p < pinch.length; p += 2)
    join(parent, cornerCell[4 * pinch[p]], cornerCell[4 * pinch[p + 1]]);
  for (let i = 0; i < open; i++) component[2 * i + 1] = root(parent, i);
  return component;
}

/** Union–find with path halving (Tarjan & van Leeuwen 1984); the smaller number stays the root. */
function join(parent: Int32Array, a: number, b: number): void {
  const rootA = root(parent, a);
  const rootB = root(parent, b);
  parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
}

function root(parent: Int32Array, i: number): number {
  let at = i;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]];
    at = parent[at];
  }
  return at;
}
