import { generateWAMessage, type WASocket } from 'baileys';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { OutboundMessage } from '../../../gateway/driver/driver.ts';
import { createWrittenMessages } from './written-messages.ts';

vi.mock('baileys', async (original) => ({
  ...(await original<typeof import('baileys')>()),
  generateWAMessage: vi.fn(async () => ({ message: { conversation: 'Oi' } })),
}));

it.each([
  [250, 250],
  [undefined, 60_000],
])(
  'an upload that stands still for %s is given up after %i milliseconds, not after the five seconds of Node',
  async (idleMs, given) => {
    const messages = createWrittenMessages({
      uploads: {} as never,
      agent: () => Promise.reject(new Error('nothing is brought there')),
      idleMs,
      log: pino({ level: 'silent' }),
    });
    const message = { externalId: 'm1', to: '5511955500142', isGroup: false, body: 'Oi', mediaType: 'chat' };
    await messages.of({} as WASocket, message as OutboundMessage);
    expect(vi.mocked(generateWAMessage).mock.lastCall?.[2]).toMatchObject({ mediaUploadTimeoutMs: given });
  },
);
