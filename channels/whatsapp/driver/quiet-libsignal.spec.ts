import { expect, it, vi } from 'vitest';
import { quietLibsignal } from './quiet-libsignal.ts';

it('libsignal, which prints whole sessions with their private keys, is not heard; everybody else is', () => {
  const spies = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockReturnValue(),
  );
  quietLibsignal();
  console.info('Closing session:', { privKey: 'secret' });
  console.warn('Session already closed', { privKey: 'secret' });
  console.error('Session error:Error: Bad MAC', 'secret');
  console.info('Something else');
  expect(spies.flatMap(({ mock }) => mock.calls)).toEqual([['Something else']]);
});
