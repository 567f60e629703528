/** What a process has used so far. */
import { readdir, readFile } from 'node:fs/promises';

/** Resident memory, MB, and processor seconds of a process; from /proc, so on Linux only. */
export async function usage(pid: number): Promise<{ memoryMb: number; cpuSeconds: number } | undefined> {
  try {
    const [status, stat] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    const memoryMb = Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { memoryMb, cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return undefined;
  }
}

/**
 * Processor seconds of a process by part: the threads of each function together, and the main thread, which
 * runs the local services (gateway, databases, state machines). Threads that ended since the last call are
 * missing. Linux only.
 */
export async function usageByThread(pid: number): Promise<Record<string, number>> {
  const seconds: Record<string, number> = {};
  for (const task of await readdir(`/proc/${pid}/task`)) {
    const stat = await readFile(`/proc/${pid}/task/${task}/stat`, 'utf8').catch(() => '');
    const [, name = '', rest = ''] = /\((.*)\) (.*)/.exec(stat) ?? [];
    const fields = rest.split(' ');
    seconds[name] = (seconds[name] ?? 0) + (Number(fields[11]) + Number(fields[12])) / 100;
  }
  return seconds;
}
