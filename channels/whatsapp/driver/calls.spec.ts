import { describe, expect, it } from 'vitest';
import { atNetwork, marina } from '../testing/number.ts';

const { network, connected } = atNetwork();
const patience = { timeout: 10_000, interval: 10 };
const lid = '99887766@lid';
let count = 0;

/** A call as the network tells of it, step by step. */
const caller = (from = `${marina}@s.whatsapp.net`, attrs: Record<string, string> = {}) => {
  const id = `CALL${++count}`;
  return {
    id,
    says: (tag: string, more: Record<string, string> = {}, video = false) =>
      network().push({
        tag: 'call',
        attrs: { from, id: `${id}-${tag}`, t: '1795240000' },
        content: [
          {
            tag,
            attrs: { 'call-id': id, 'call-creator': from, ...attrs, ...more },
            content: video ? [{ tag: 'video', attrs: {} }] : [],
          },
        ],
      }),
  };
};

describe('a call is one entry that says how it ended', () => {
  it.each([
    ['nobody took it', 'terminate', { reason: 'timeout' }, { missed: true, outcome: 'missed' }],
    ['who called hung up', 'terminate', {}, { missed: true, outcome: 'cancelled' }],
    ['it was refused on the phone', 'reject', {}, { missed: false, outcome: 'rejected' }],
    ['it was taken on the phone', 'accept', {}, { missed: false, outcome: 'answered' }],
    [
      'it was taken elsewhere',
      'terminate',
      { reason: 'accepted_elsewhere' },
      { missed: false, outcome: 'answered' },
    ],
    [
      'it was refused elsewhere',
      'terminate',
      { reason: 'rejected_elsewhere' },
      { missed: false, outcome: 'rejected' },
    ],
  ])('%s', async (_what, tag, attrs, call) => {
    const number = await connected();
    const one = caller();
    one.says('offer');
    one.says(tag, attrs as Record<string, string>);
    // The end of a call that was taken, told later, is no second one.
    one.says('terminate');
    await expect.poll(() => number.messages().length, patience).toBe(1);
    expect(number.messages()).toMatchObject([
      { externalId: one.id, addresses: [marina], mediaType: 'call_log', extra: { call } },
    ]);
  });

  it('of a video call it says so', async () => {
    const number = await connected();
    const one = caller();
    one.says('offer', {}, true);
    one.says('terminate', { reason: 'timeout' });
    await expect
      .poll(() => number.messages()[0]?.extra?.call, patience)
      .toMatchObject({ video: true, outcome: 'missed' });
  });

  it('whose end is never told was missed', async () => {
    const number = await connected({ config: { callRingsMs: 50 } });
    caller().says('offer');
    await expect.poll(() => number.messages()[0]?.extra?.call?.outcome, patience).toBe('missed');
  });

  it('from a hidden id is the call of whose number stands beside it: no ghost', async () => {
    const number = await connected();
    const one = caller(lid, { caller_pn: `${marina}@s.whatsapp.net` });
    one.says('offer');
    one.says('terminate', { reason: 'timeout' });
    await expect.poll(() => number.messages()[0]?.addresses, patience).toEqual([marina, lid]);
  });

  it('is refused at once where the company takes none', async () => {
    const number = await connected({ takesCalls: () => false });
    const one = caller();
    one.says('offer');
    await expect.poll(() => number.messages()[0]?.extra?.call?.outcome, patience).toBe('refused');
    const refusal = () =>
      network().received.find(
        ({ tag, content }) => tag === 'call' && Array.isArray(content) && content[0]?.tag === 'reject',
      );
    await expect.poll(refusal, patience).toBeDefined();
  });
});
