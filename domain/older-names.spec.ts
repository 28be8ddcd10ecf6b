import { describe, expect, it } from 'vitest';
import { queueOption } from '../records/index.ts';
import { given } from '../testing/decider.ts';
import { chatDecider } from './chat/chat.ts';
import type { ConnectionCommand } from './connection/connection.ts';
import { connectionDecider } from './connection/connection.ts';
import { records } from './records/index.ts';
import { treeDecider, treeOf } from './records/record-tree.ts';
import { type UserCommand, userDecider } from './user/user.ts';

const unseen = '\u200b\u2060\u200b';
const otherUnseen = '\u2060\u2060';
const refusal = (field: string) => ({ code: 'ERR_VALIDATION', errors: { [field]: 'required' } });

/** Returns the events with which something was made when its name was still taken. */
const unnamed = <E extends { readonly type: string; readonly data: object }>(events: readonly E[]): E[] =>
  events.map((event) =>
    event.type.endsWith('Created') ? { ...event, data: { ...event.data, name: unseen } } : event,
  );

describe('a name that nobody can see, from before such names were refused', () => {
  it('leaves the rest of a person to be changed', () => {
    const ana = { userId: 'u', name: 'Ana', email: 'ana@example.org', profile: 'user' } as const;
    const created = {
      type: 'CreateUser',
      data: { ...ana, queueIds: [], passwordHash: '$argon2id$x' },
    } as const;
    const made = given(userDecider)()
      .when(created as unknown as UserCommand)
      .events();
    const update = (data: object) =>
      given(userDecider)(...unnamed(made)).when({
        type: 'UpdateUser',
        data: { userId: 'u', ...data },
      } as unknown as UserCommand);
    const [event] = update({ email: 'b@example.org' }).events();
    expect(event).toMatchObject({ type: 'UserUpdated', data: { email: 'b@example.org', name: unseen } });
    expect(update({ name: otherUnseen }).refusal()).toEqual(refusal('name'));
  });

  it('leaves the rest of a connection to be changed', () => {
    const data = { connectionId: 'c', name: 'Loja', channel: 'simulator', isDefault: false, queueIds: [] };
    const made = given(connectionDecider)()
      .when({ type: 'CreateConnection', data } as unknown as ConnectionCommand)
      .events();
    const update = (change: object) =>
      given(connectionDecider)(...unnamed(made)).when({
        type: 'UpdateConnection',
        data: { connectionId: 'c', ...change },
      } as unknown as ConnectionCommand);
    const [event] = update({ greetingMessage: 'Oi' }).events();
    expect(event).toMatchObject({
      type: 'ConnectionUpdated',
      data: { greetingMessage: 'Oi', name: unseen },
    });
    expect(update({ name: otherUnseen }).refusal()).toEqual(refusal('name'));
  });

  it('leaves the rest of an option of a menu to be changed', () => {
    const values = { message: '', action: 'none', option: '1', queueId: 'q', parentId: null };
    const update = (change: object) =>
      given(treeDecider(queueOption, treeOf(records, queueOption)!))({
        type: 'QueueOptionCreated',
        data: { ...values, title: unseen, mediaPath: null, mediaName: null, id: 'a' },
      }).when({
        type: 'ChangeTree',
        data: { changes: [{ update: 'a', values: { ...change } }], of: 'q', olderRows: new Map() },
      });
    expect(update({ message: 'Oi' }).events()).toHaveLength(1);
    expect(update({ title: otherUnseen }).refusal()).toMatchObject(refusal('title'));
  });
});

it('a chat is not called by what nobody can see', () => {
  const data = { chatId: 'k', ownerId: 'ana', title: unseen, userIds: ['ana', 'bia'] };
  expect(given(chatDecider)().when({ type: 'CreateChat', data }).refusal()).toEqual(refusal('title'));
});
