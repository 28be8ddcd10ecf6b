import { expect, it } from 'vitest';
import type { Notice } from '../../projections/ports/read-store.ts';
import { audienceBefore, coalesce } from './item.ts';

const chat = (seq: number, action: string, before: readonly string[] | null, after: readonly string[]) =>
  ({
    ...{ companyId: 'c', seq, channel: 'company-c-chat', action, id: 'chat', position: seq },
    before: before && { members: before },
    after: { members: after },
  }) satisfies Notice;

/** Made, told to three; one of them is taken out; something is said. */
const changes = [
  chat(1, 'create', null, ['ana', 'bruno', 'carla']),
  chat(2, 'update', ['ana', 'bruno', 'carla'], ['ana', 'bruno']),
  chat(3, 'update', ['ana', 'bruno'], ['ana', 'bruno']),
];

it('of several changes told as one, a line knows who saw it before those that are new to it', () => {
  const [one, ...others] = coalesce(changes);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ seq: 3, action: 'create', after: { members: ['ana', 'bruno'] } });
  expect(audienceBefore(one!, 0)).toBeNull();
  // It began between the first and the second: whoever was taken out is to be told.
  expect(audienceBefore(one!, 1)).toEqual({ members: ['ana', 'bruno', 'carla'] });
  expect(audienceBefore(one!, 2)).toEqual({ members: ['ana', 'bruno'] });
});

it('of one change alone it is who saw it before', () => {
  const [one] = coalesce(changes.slice(1, 2));
  expect(audienceBefore(one!, 0)).toEqual({ members: ['ana', 'bruno', 'carla'] });
});
