import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { readBody } from '../src/read-body.ts';
import { closeServer, createAnsweringServer } from '../src/servers.ts';

const IDLE_MS = 100;
let server: Server;
afterEach(() => closeServer(server));

async function connectTo(onRequest: Parameters<typeof createAnsweringServer>[1]): Promise<Socket> {
  server = createAnsweringServer({}, onRequest, IDLE_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}

const head = (length: number) =>
  `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test('no more is read of a body that is answered before its end', async () => {
  let read = 0;
  const socket = await connectTo((request, response) => {
    request.socket.on('close', () => {
      read = request.socket.bytesRead;
    });
    response.writeHead(403).end('no');
  });
  socket.on('error', () => {}); // the connection is reset
  const piece = Buffer.alloc(1 << 20);
  socket.write(head(1e12));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 403/);
  let isClosed = false;
  socket.on('close', () => {
    isClosed = true;
  });
  while (!isClosed) if (!socket.write(piece)) await sleep(20);
  await sleep(20);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(4e6);
});

test('a body that stops is answered and its connection closed; one that comes slowly is read', async () => {
  const bodies: string[] = [];
  const socket = await connectTo(async (request, response) => {
    const body = await readBody(request, 100).catch(() => undefined);
    if (body) response.end(bodies.push(String(body)).toString());
  });
  socket.write(`${head(5)}a`);
  for (const letter of 'bcde') {
    await sleep(0.6 * IDLE_MS);
    socket.write(letter);
  }
  await once(socket, 'data');
  expect(bodies).toEqual(['abcde']);
  socket.write(`${head(5)}a`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 408.*Nothing of the body has come for 0.1 s/s);
  await once(socket, 'close');
});
