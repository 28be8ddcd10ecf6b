import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type Mail, MailRefused } from '../../domain/ports/mail-transport.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { postMail } from '../../messaging/mail/outbox.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createVault } from '../secrets/vault.ts';
import { createMailJob } from './job.ts';

const vault = createVault('a secret of at least thirty-two characters');
const log = pino({ level: 'silent' });
const never = new AbortController().signal;

const post = (state: StateStore, id = 'code-1', more: { usefulMs?: number } = {}) =>
  postMail(
    { state, vault },
    {
      ...{ id, to: 'ana@example.org', letter: 'resetCode', language: 'pt' },
      values: { name: 'Ana', code: '012345', minutes: '30' },
      ...more,
    },
  );

function mailbox(fails: (mail: Mail, time: number) => Error | undefined = () => undefined) {
  const got: Mail[] = [];
  let times = 0;
  return {
    got,
    transport: {
      async send(mail: Mail) {
        const failure = fails(mail, ++times);
        if (failure) throw failure;
        got.push(mail);
      },
    },
  };
}
const jobOf = (state: StateStore, { transport }: ReturnType<typeof mailbox>) =>
  createMailJob({ ...{ state, vault, transport, log }, everyMs: 1, firstRetryMs: 1 });
const round = (state: StateStore, box: ReturnType<typeof mailbox>) => jobOf(state, box).round(never);
const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

describe('letters that wait', () => {
  it('are sent once, also when they are posted again afterwards', async () => {
    const state = createInMemoryStateStore();
    const box = mailbox();
    await Promise.all([post(state), post(state)]);
    await round(state, box);
    await post(state);
    await round(state, box);
    expect(box.got).toMatchObject([
      { id: 'code-1', to: 'ana@example.org', subject: expect.stringContaining('012345') },
    ]);
  });

  it('cannot be read in the store', async () => {
    const state = createInMemoryStateStore();
    await post(state);
    expect(JSON.stringify(await state.list(''))).not.toMatch(/012345|example\.org/);
  });

  it('are tried again when the server is away, and hold up nobody else’s', async () => {
    const state = createInMemoryStateStore();
    const box = mailbox(({ id }, time) => (id === 'code-1' && time < 3 ? new Error('away') : undefined));
    await post(state);
    await post(state, 'code-2');
    await round(state, box);
    expect(box.got.map(({ id }) => id)).toEqual(['code-2']);
    await pause();
    await round(state, box);
    expect(box.got.map(({ id }) => id)).toEqual(['code-2', 'code-1']);
  });

  it('are dropped when they are refused for good, or of no use any more', async () => {
    const state = createInMemoryStateStore();
    const refusing = mailbox(() => new MailRefused('550 no such user'));
    await post(state);
    await post(state, 'code-2', { usefulMs: 1 });
    await pause();
    await round(state, refusing);
    const box = mailbox();
    await round(state, box);
    expect(box.got).toEqual([]);
    expect(await state.list('mail/')).toEqual([]);
  });

  it('are sent whenever the process dies, and twice only where it died in between', async () => {
    for (let deadline = 0; deadline < 12; deadline++) {
      const state = createInMemoryStateStore();
      await post(state);
      let steps = 0;
      const dying = new Proxy(state, {
        get(target, name: keyof StateStore) {
          const member = target[name];
          if (typeof member !== 'function') return member;
          return (...given: unknown[]) => {
            if (steps++ >= deadline) throw new Error('dead');
            return (member as (...all: unknown[]) => unknown).apply(target, given);
          };
        },
      });
      const box = mailbox();
      await round(dying, box).catch(() => undefined);
      await pause();
      await round(state, box);
      const ids = box.got.map(({ id }) => id);
      expect(ids.length, `dead at ${deadline}`).toBeLessThanOrEqual(2);
      expect(new Set(ids), `dead at ${deadline}`).toEqual(new Set(['code-1']));
      expect(await state.list('mail/waiting/')).toEqual([]);
    }
  });
});
