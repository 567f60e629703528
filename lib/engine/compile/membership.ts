/**
 * Inverts a table: item k has the groups group[stride k] … group[stride k + width − 1], −1 = none; the items
 * of group g are members[start[g]] … members[start[g + 1] − 1], ascending.
 */
export function membership(groups: number, width: number, group: Int32Array, stride: number) {
  const start = new Int32Array(groups + 1);
  for (let k = 0; k < group.length; k += stride) {
    for (let w = k; w < k + width; w++) if (group[w] >= 0) start[group[w] + 1]++;
  }
  for (let g = 0; g < groups; g++) start[g + 1] += start[g];
  const members = new Int32Array(start[groups]);
  const next = start.slice(0, groups);
  for (let k = 0; k < group.length; k += stride) {
    for (let w = k; w < k + width; w++) if (group[w] >= 0) members[next[group[w]]++] = k / stride;
  }
  return { start, members };
}
