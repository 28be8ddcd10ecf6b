import { describe, expect, it, vi } from 'vitest';
import { createOutbox, type Outgoing, type Sent } from './outbox.ts';

const message = (id: string, ticketId = 't1') => ({
  id,
  ticketId,
  body: `text ${id}`,
  quoted: null,
  at: '2026-11-21T10:00:00.000Z',
});

const harness = (answer: (item: Outgoing) => Sent | Promise<Sent>, stored: string | null = null) => {
  const sent: string[] = [];
  const waits: { ms: number; task: () => void }[] = [];
  const box: { value: string | null } = { value: stored };
  const outbox = createOutbox({
    send: async (item) => {
      sent.push(item.id);
      return answer(item);
    },
    load: () => box.value,
    store: (value) => {
      box.value = value;
    },
    wait: (ms, task) => {
      const entry = { ms, task };
      waits.push(entry);
      return () => waits.splice(waits.indexOf(entry), 1);
    },
  });
  return { outbox, sent, waits, box };
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the outbox', () => {
  it('sends the messages of a ticket one after the other', async () => {
    let release: (value: Sent) => void = () => undefined;
    const { outbox, sent } = harness(
      () =>
        new Promise<Sent>((resolve) => {
          release = resolve;
        }),
    );
    outbox.add(message('1'));
    outbox.add(message('2'));
    await settled();
    expect(sent).toEqual(['1']);
    release({ is: 'sent' });
    await settled();
    expect(sent).toEqual(['1', '2']);
  });
  it('keeps a message through an outage and sends it again under the same id', async () => {
    let up = false;
    const { outbox, sent, waits, box } = harness(() => (up ? { is: 'sent' } : { is: 'later' }));
    outbox.add(message('1'));
    await settled();
    expect(outbox.list().map((item) => item.state)).toEqual(['waiting']);
    expect(box.value).toContain('text 1');
    expect(waits).toHaveLength(1);
    up = true;
    outbox.wake();
    await settled();
    expect(sent).toEqual(['1', '1']);
    expect(outbox.list()).toEqual([]);
    expect(box.value).toBeNull();
  });
  it('treats a failing call like an outage', async () => {
    const { outbox } = harness(() => Promise.reject(new TypeError('Failed to fetch')));
    outbox.add(message('1'));
    await settled();
    expect(outbox.list()[0]?.state).toBe('waiting');
  });
  it('goes on where a closed page stopped', async () => {
    const stored = JSON.stringify([{ ...message('1'), state: 'sending' }]);
    const { sent } = harness(() => ({ is: 'sent' }), stored);
    await settled();
    expect(sent).toEqual(['1']);
  });
  it('leaves a refused message to the agent and sends the next', async () => {
    const { outbox, sent } = harness((item) =>
      item.id === '1' ? { is: 'refused', code: 'ERR_TICKET_NOT_OPEN' } : { is: 'sent' },
    );
    outbox.add(message('1'));
    outbox.add(message('2'));
    await settled();
    expect(sent).toEqual(['1', '2']);
    expect(outbox.list()).toMatchObject([{ id: '1', state: 'failed', code: 'ERR_TICKET_NOT_OPEN' }]);
    outbox.discard('1');
    expect(outbox.list()).toEqual([]);
  });
  it('waits longer after each failure', async () => {
    const { outbox, waits } = harness(() => ({ is: 'later' }));
    outbox.add(message('1'));
    await settled();
    const first = waits[0];
    expect(first?.ms).toBe(1_000);
    waits.splice(0);
    first?.task();
    await vi.waitFor(() => expect(waits[0]?.ms).toBe(2_000));
  });
  it('survives a stored value of another version', () => {
    expect(harness(() => ({ is: 'sent' }), '{"not":"a list"}').outbox.list()).toEqual([]);
    expect(harness(() => ({ is: 'sent' }), 'not json').outbox.list()).toEqual([]);
  });
});
