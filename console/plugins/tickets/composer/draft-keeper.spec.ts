import { describe, expect, it } from 'vitest';
import { createDraftKeeper } from './draft-keeper.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

const desk = () => {
  const sent: string[] = [];
  const answers: { yes: () => void; no: () => void }[] = [];
  let stored = { body: '', synced: true };
  let rest: (() => void) | undefined;
  const keeper = createDraftKeeper({
    put: (body) => {
      sent.push(body);
      return new Promise<void>((yes, no) => answers.push({ yes: () => yes(), no: () => no(new Error()) }));
    },
    store: (body, synced) => {
      stored = { body, synced };
    },
    wait: (_ms, task) => {
      rest = task;
      return () => {
        rest = undefined;
      };
    },
  });
  const answer = async (how: 'yes' | 'no') => {
    answers.shift()?.[how]();
    await settled();
  };
  return { keeper, sent, answer, rest: () => rest?.(), stored: () => stored };
};

describe('a draft on its way to the server', () => {
  it('waits until typing rests, and is kept here at once', async () => {
    const { keeper, sent, answer, rest, stored } = desk();
    keeper.change('O');
    keeper.change('Oi');
    expect(sent).toEqual([]);
    expect(stored()).toEqual({ body: 'Oi', synced: false });
    rest();
    await answer('yes');
    expect(sent).toEqual(['Oi']);
    expect(stored()).toEqual({ body: 'Oi', synced: true });
    expect(keeper.state()).toBe('saved');
  });

  it('is forgotten there at once when it was sent: another device must not offer it again', async () => {
    const { keeper, sent, answer, rest, stored } = desk();
    keeper.change('Oi');
    rest();
    await answer('yes');
    keeper.change('');
    expect(sent).toEqual(['Oi', '']);
    await answer('yes');
    expect(stored()).toEqual({ body: '', synced: true });
  });

  it.each(['yes', 'no'] as const)(
    'once another tab has it nothing of it is kept or sent, whatever the answer under way says: %s',
    async (how) => {
      const { keeper, sent, answer, rest, stored } = desk();
      keeper.change('abc');
      rest();
      keeper.change('abcd');
      keeper.flush();
      keeper.handOver();
      await answer(how);
      keeper.flush();
      expect([sent, stored(), keeper.state()]).toEqual([['abc'], { body: 'abcd', synced: false }, 'none']);
      keeper.change('abcde');
      keeper.flush();
      expect(sent).toEqual(['abc', 'abcde']);
    },
  );

  it('goes at once when the conversation is left, and once only', async () => {
    const { keeper, sent, answer } = desk();
    keeper.change('Oi');
    keeper.flush();
    keeper.flush();
    await answer('yes');
    keeper.flush();
    expect(sent).toEqual(['Oi']);
  });

  it('never lands after a newer one: one request at a time', async () => {
    const { keeper, sent, answer, rest } = desk();
    keeper.change('Oi');
    rest();
    keeper.change('');
    expect(sent).toEqual(['Oi']);
    await answer('yes');
    expect(sent).toEqual(['Oi', '']);
  });

  it('is known to be here only while the server is away, and goes when it is back', async () => {
    const { keeper, sent, answer, rest, stored } = desk();
    keeper.change('Oi');
    rest();
    await answer('no');
    expect(keeper.state()).toBe('here');
    expect(stored()).toEqual({ body: 'Oi', synced: false });
    keeper.flush();
    await answer('yes');
    expect(sent).toEqual(['Oi', 'Oi']);
    expect(keeper.state()).toBe('saved');
  });
});
