import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('20 rounds of kill -9 under load lose nothing, double nothing, and leave every screen right', async () => {
  // As its own command: a test runner transforms the code it loads, and read models know the code that indexed them.
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), '--rounds', '20', '--seconds', '2'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code, output).toBe(0);
  const [, rounds, kills, inbound, outbound] =
    /(\d+) rounds, (\d+) kills, (\d+) messages in and (\d+) out/.exec(output) ?? [];
  expect(Number(rounds)).toBe(20);
  expect(Number(kills)).toBeGreaterThan(20);
  expect(Number(inbound)).toBeGreaterThan(200);
  expect(Number(outbound)).toBeGreaterThan(50);
});
