import { expect, it } from 'vitest';
import { answering } from './answering.ts';

/** A socket whose other side takes what it is told to. */
function slowSocket() {
  const socket = {
    OPEN: 1 as const,
    readyState: 1 as 0 | 1 | 2 | 3,
    bufferedAmount: 0,
    isHeard: true,
    pause: () => {
      socket.isHeard = false;
    },
    resume: () => {
      socket.isHeard = true;
    },
    send: (data: string, done: () => void) => {
      socket.bufferedAmount += data.length;
      taken.push(done);
    },
  };
  const taken: (() => void)[] = [];
  return { socket, taken };
}
const large = 'x'.repeat(300_000);

it('one that has taken its answers is heard again, also where other frames waited longer than the last answer', async () => {
  const { socket, taken } = slowSocket();
  const answered = answering(socket)(large);
  expect(socket.isHeard).toBe(false);
  // A frame came behind the answer, which alone is taken.
  socket.bufferedAmount = 300_000;
  taken[0]!();
  await answered;
  expect(socket.isHeard).toBe(false);
  socket.bufferedAmount = 0;
  await expect.poll(() => socket.isHeard).toBe(true);
});

it('one that is being closed is heard: it says that it goes', async () => {
  const { socket } = slowSocket();
  void answering(socket)(large);
  socket.readyState = 2;
  await expect.poll(() => socket.isHeard).toBe(true);
});
