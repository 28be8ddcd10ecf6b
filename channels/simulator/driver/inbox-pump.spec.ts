import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import type { PhoneEvent, PhoneInboxItem } from '../phone-events.ts';
import { pumpInbox } from './inbox-pump.ts';

const item = (id: string): PhoneInboxItem => ({
  id,
  event: { kind: 'receipt', number: '5511', messageIds: [id], ack: 3 },
});
const idOf = (event: PhoneEvent) => (event.kind === 'receipt' ? event.messageIds[0] : undefined);

/** A pump over an inbox that is given as it stands, whose lists wait until they are let go. */
function pumping(stands: PhoneInboxItem[]) {
  const stop = new AbortController();
  const handled: (string | undefined)[] = [];
  let tell: (one: PhoneInboxItem) => void = () => {};
  let lists = 0;
  let letGo = () => {};
  const first = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const pump = pumpInbox({
    phones: {
      async inbox() {
        lists += 1;
        const now = [...stands];
        await first;
        return now;
      },
      async taken(ids) {
        for (const id of ids)
          stands.splice(
            stands.findIndex((one) => one.id === id),
            1,
          );
      },
      onDelivered(_connectionId, listener) {
        tell = listener;
        return () => {};
      },
    },
    connectionId: 'c',
    handle: async (event) => void handled.push(idOf(event)),
    log: pino({ level: 'silent' }),
    signal: stop.signal,
  });
  return {
    handled,
    letGo,
    lists: () => lists,
    deliver(one: PhoneInboxItem) {
      stands.push(one);
      tell(one);
    },
    async end() {
      stop.abort();
      await pump;
    },
  };
}

test('what comes while older things wait to be read does not overtake them', async () => {
  const pump = pumping([item('1'), item('2')]);
  pump.deliver(item('3'));
  pump.letGo();
  await vi.waitFor(() => expect(pump.handled).toEqual(['1', '2', '3']));
  await pump.end();
});

test('what this process puts there is handed over at once, without reading it back', async () => {
  const pump = pumping([item('1')]);
  pump.letGo();
  await vi.waitFor(() => expect(pump.handled).toEqual(['1']));
  const lists = pump.lists();
  for (const id of ['2', '3', '4']) pump.deliver(item(id));
  expect(pump.handled).toEqual(['1', '2', '3', '4']);
  expect(pump.lists()).toBe(lists);
  await pump.end();
});
