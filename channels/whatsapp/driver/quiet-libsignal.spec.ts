import { afterEach, expect, it, vi } from 'vitest';
import { numberAt } from '../testing/number.ts';
import { quietLibsignal } from './quiet-libsignal.ts';

const spies = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
const printed = () => spies.flatMap(({ mock }) => mock.calls);
afterEach(() => {
  for (const spy of spies) spy.mockClear();
});

it('before a number is connected, libsignal is made quiet', async () => {
  const { driver } = await numberAt('ws://127.0.0.1:1/', 'w1');
  await driver.connect();
  console.info('Closing session:', { privKey: 'secret' });
  await driver.disconnect();
  driver.close?.();
  expect(printed()).toEqual([]);
});

it('libsignal, which prints whole sessions with their private keys, is not heard; everybody else is', () => {
  quietLibsignal();
  console.info('Closing session:', { privKey: 'secret' });
  console.warn('Session already closed', { privKey: 'secret' });
  console.error('Session error:Error: Bad MAC', 'secret');
  console.info('Something else');
  expect(printed()).toEqual([['Something else']]);
});
