import { act, renderHook } from '@testing-library/react';
import type { ClientOptions } from 'graphql-ws';
import { beforeEach, expect, test, vi } from 'vitest';
import { closeLive, useLive } from './live.ts';
import { standAt } from './live-position.ts';
import { sessionStore } from './session-store.ts';

interface Line {
  readonly options: ClientOptions;
  readonly sinks: { next(answer: { data: unknown }): void; complete(): void }[];
}
let line: Line;
vi.mock('graphql-ws', () => ({
  createClient: (options: ClientOptions) => {
    line = { options, sinks: [] };
    return {
      subscribe: (_query: unknown, sink: Line['sinks'][number]) => {
        line.sinks.push(sink);
        return () => undefined;
      },
      dispose: () => undefined,
      terminate: () => undefined,
    };
  },
}));

const frame = (seq: string) => act(() => line.sinks.at(-1)!.next({ data: { changes: { seq, items: [] } } }));
const isBack = () => act(() => line.options.on!.connected!(undefined, undefined, true));

beforeEach(closeLive);

const follow = () => {
  const ready = vi.fn();
  renderHook(() =>
    useLive(
      ['company-c1-plan'],
      () => undefined,
      () => undefined,
      ready,
    ),
  );
  return ready;
};

test('says when it is ready: not whole where nothing is known of before, whole where the page stands', () => {
  const first = follow();
  frame('a:1');
  frame('a:2');
  expect(first.mock.calls).toEqual([[false]]);
  standAt('a:2');
  const second = follow();
  frame('a:3');
  expect(second.mock.calls).toEqual([[true]]);
});

test('says it again, as whole, with the first frame after the line was lost: of some changes nothing is kept', () => {
  const ready = follow();
  frame('a:1');
  isBack();
  expect(ready.mock.calls).toEqual([[false]]);
  frame('a:1');
  frame('a:2');
  expect(ready.mock.calls).toEqual([[false], [true]]);
});

test('and where the server ended it and it was begun again', () => {
  vi.useFakeTimers();
  sessionStore.setState({ status: 'in' } as never);
  const ready = follow();
  frame('a:1');
  line.sinks.at(-1)!.complete();
  vi.runAllTimers();
  frame('a:1');
  expect(line.sinks).toHaveLength(2);
  expect(ready.mock.calls).toEqual([[false], [true]]);
  vi.useRealTimers();
});

test('asks for brief changes, hands on whole ones, and loads anew where it was never told the card', async () => {
  const apply = vi.fn();
  const resync = vi.fn();
  const channel = 'company-c1-ticket';
  renderHook(() => useLive([channel], apply, resync));
  const { connectionParams } = line.options;
  expect(await (connectionParams as () => Promise<object>)()).toMatchObject({ changes: 'brief' });
  const tell = (...items: object[]) =>
    act(() => line.sinks.at(-1)!.next({ data: { changes: { seq: 'a:1', items } } }));
  const told = { action: 'update', id: 't1', position: 1 };
  tell({ ...told, channel, document: { id: 't1', whatsappId: 'w1', status: 'pending', position: 1 } });
  tell({ ...told, channel: 'ticket', position: 2, changed: { whatsappId: 'w2' } });
  const document = { id: 't1', connectionId: 'w2', status: 'pending', position: 2 };
  expect(apply.mock.lastCall).toEqual([[{ ...told, channel, position: 2, document }]]);
  expect(resync).not.toHaveBeenCalled();
  tell({ ...told, channel: 'ticket', id: 't2', changed: {} });
  expect(apply).toHaveBeenCalledTimes(2);
  expect(resync).toHaveBeenCalledOnce();
});
