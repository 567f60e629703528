import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { LocalStackError } from './errors.ts';

/** The folder in which a local stack keeps everything, held by one process at a time. */
export class DataFolder {
  readonly path: string;
  readonly #lock: Server;

  private constructor(path: string, lock: Server) {
    this.path = path;
    this.#lock = lock;
  }

  /** @throws LocalStackError when another process holds the folder */
  static async open(path: string): Promise<DataFolder> {
    mkdirSync(path, { recursive: true });
    const real = realpathSync(path);
    return new DataFolder(real, await acquire(real));
  }

  /** A folder inside, made if need be. */
  folder(...names: string[]): string {
    const path = join(this.path, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  }

  async release(): Promise<void> {
    const closed = once(this.#lock, 'close');
    this.#lock.close();
    await closed;
  }
}

/**
 * Listens at a socket that stands for the folder: the one lock that ends with its process, however that ends. Its
 * name is short, as the names of sockets must be, so it is not in the folder itself. It tells who asks the number of
 * the process.
 */
async function acquire(folder: string, again = true): Promise<Server> {
  const name = `local-stack-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const server = createServer((socket) => socket.end(String(process.pid))).unref();
  try {
    server.listen(address);
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const holder = await text(connect(address)).catch(() => undefined);
    if (holder === undefined && again) {
      rmSync(address, { force: true }); // left by a process that was killed
      return acquire(folder, false);
    }
    throw new LocalStackError(
      `The data folder ${folder} is in use by process ${holder}: stop that one, or choose another folder.`,
    );
  }
}
