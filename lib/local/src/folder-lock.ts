import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { LocalStackError } from './errors.ts';

/**
 * Listens at a socket that represents the folder. This is a lock that ends with its process, however the
 * process ends. Socket names must be short, so the socket is not in the folder itself. A client that connects
 * receives the process's number.
 */
export async function acquire(folder: string, again = true): Promise<Server> {
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
