import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { type DriverConnection, endsWithItsConnection } from './mongo-client.ts';

/** As the driver writes: what the socket does not take at once waits until it is drained. */
const overSocket = (socket: Socket) =>
  Object.assign(new EventEmitter(), {
    error: new Error('connection 1 closed'),
    writeCommand: endsWithItsConnection(async () => {
      if (socket.write('x')) return;
      await new Promise((resolve) => socket.once('drain', resolve));
    }),
  }) as DriverConnection;

it('a command ends with the connection that goes while it is being written', async () => {
  const socket = new Socket();
  socket.on('error', () => {});
  socket.destroy();
  const connection = overSocket(socket);
  const written = connection.writeCommand();
  connection.emit('close');
  await expect(written).rejects.toThrow('connection 1 closed');
  expect(connection.listenerCount('close')).toBe(0);
});

it('a command that was written leaves nothing behind', async () => {
  const socket = { write: () => true } as unknown as Socket;
  const connection = overSocket(socket);
  await connection.writeCommand();
  expect(connection.listenerCount('close')).toBe(0);
});
