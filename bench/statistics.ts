/** The median; for an even number of values the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1];
}

/** The least value that is not exceeded by at least this fraction of the values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(part * sorted.length) - 1];
}

export function milliseconds(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** Processor time of all threads; other work on the machine hardly affects it. */
export function processorMilliseconds(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Slope of the straight line through points by least squares. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

/** FNV-1a over the bits of numbers: two runs with the same checksum have the same routes, bit for bit. */
export class Checksum {
  private hash = 0x811c9dc5;
  private readonly number = new Float64Array(1);
  private readonly words = new Uint32Array(this.number.buffer);

  add(numbers: readonly number[]): void {
    for (const n of numbers) {
      this.number[0] = n;
      for (const word of this.words) this.hash = Math.imul(this.hash ^ word, 0x01000193);
    }
  }

  get value(): string {
    return (this.hash >>> 0).toString(16).padStart(8, '0');
  }
}

/** Text is aligned to the left, numbers to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const width = head.map((title, k) => Math.max(title.length, ...rows.map((row) => row[k].length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, k) =>
        /^[-–\d]/.test(rows[0]?.[k] ?? '') ? cell.padStart(width[k]) : cell.padEnd(width[k]),
      )
      .join('  ');
  console.log([line(head), ...rows.map(line)].join('\n'));
}
