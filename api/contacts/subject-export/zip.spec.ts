import { expect, it } from 'vitest';
import { createZip, type ZipEntry } from './zip.ts';

const large = async function* (onEnd: () => void) {
  try {
    for (let n = 0; n < 1_000; n++) yield Buffer.alloc(64 * 1024, n);
  } finally {
    onEnd();
  }
};

it('an archive asks for no more than is read of it, and lets go of everything when its reader goes', async () => {
  let [asked, ended] = [0, 0];
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (;;) {
      asked += 1;
      yield { name: `${asked}`, content: large(() => (ended += 1)), compress: false };
    }
  }
  const { stream, done } = createZip(entries());
  stream.once('data', () => stream.pause());
  await expect.poll(() => asked, { timeout: 10_000 }).toBe(1);
  stream.destroy();
  await done;
  await expect.poll(() => ended, { timeout: 10_000 }).toBe(1);
  expect(asked).toBe(1);
});

it('a failure in the middle is a broken archive, never one that looks whole', async () => {
  const { stream, done } = createZip(
    (async function* () {
      yield { name: 'a', content: large(() => {}), compress: true };
      throw new Error('the store is away');
    })(),
  );
  const read = async () => {
    for await (const _ of stream);
  };
  await expect(read()).rejects.toThrow('away');
  await done;
});
