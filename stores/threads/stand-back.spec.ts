import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const standBackUrl = new URL('./stand-back.mjs', import.meta.url).href;

test.runIf(process.platform === 'linux')(
  'a thread that stands back leaves those beside it where they are',
  async () => {
    const before = getPriority();
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads');
      const { getPriority } = require('node:os');
      import(${JSON.stringify(standBackUrl)}).then(({ standBack }) => {
        standBack(3);
        parentPort.postMessage(getPriority());
      });`,
      { eval: true },
    );
    const [priority] = await once(worker, 'message');
    await worker.terminate();
    expect(priority).toBe(Math.min(before + 3, 19));
    expect(getPriority()).toBe(before);
  },
);
