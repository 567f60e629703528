/** How far a batch is: a bar on a terminal, else a line a minute. */

interface Progress {
  readonly status: string;
  readonly total: number | null;
  readonly done: number;
  readonly failed: number;
  readonly no_way: number;
  readonly per_second: number | null;
  readonly ends_about: string | null;
}

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;
const LINE_EVERY_MS = 60_000;
const CLEAR_LINE = '\r\x1b[2K';

export class BatchProgress {
  private readonly out: Output;
  private readonly now: () => number;
  private toldAt = -Infinity;

  constructor(out: Output = process.stderr, now: () => number = Date.now) {
    this.out = out;
    this.now = now;
  }

  show(progress: Progress): void {
    const now = this.now();
    if (this.out.isTTY) this.out.write(`${CLEAR_LINE}${bar(progress)}${textOf(progress, now)}`);
    else if (now - this.toldAt >= LINE_EVERY_MS) {
      this.out.write(`${textOf(progress, now)}\n`);
      this.toldAt = now;
    }
  }

  end(): void {
    if (this.out.isTTY) this.out.write(CLEAR_LINE);
  }
}

const answered = ({ done, failed, no_way }: Progress): number => done + failed + no_way;

function bar(progress: Progress): string {
  if (!progress.total) return '';
  const full = Math.floor((BAR_WIDTH * answered(progress)) / progress.total);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}] `;
}

/** `45 %, 4500 of 10000, 69.0/s, about 2 min left, 3 failed`. */
function textOf(progress: Progress, now: number): string {
  const { status, total, failed, per_second, ends_about } = progress;
  if (total === null) return `${status}: counting the lines`;
  const percent = Math.floor((100 * answered(progress)) / Math.max(1, total));
  return [
    `${status} ${percent} %, ${answered(progress)} of ${total}`,
    per_second !== null && `${per_second.toFixed(1)}/s`,
    ends_about !== null && `about ${leftText(Date.parse(ends_about) - now)} left`,
    failed > 0 && `${failed} failed`,
  ]
    .filter(Boolean)
    .join(', ');
}

function leftText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
