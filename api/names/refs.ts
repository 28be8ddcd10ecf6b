import type { RecordDocument } from '../../projections/records/document.ts';
import type { CompanyNames } from './names.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const queueRefOf = (queue: RecordDocument | undefined) =>
  queue ? { id: queue.id, name: text(queue.name), color: text(queue.color) } : null;

export const tagRefOf = queueRefOf;

/** Returns who of the users there are it is. */
export const presentUserRefOf = (names: Pick<CompanyNames, 'get'>, userId: string) => {
  const user = names.get('users', userId);
  return user ? { id: userId, name: user.name } : null;
};

/** Returns who it is, or was. */
export const userRefOf = (names: Pick<CompanyNames, 'get' | 'former'>, userId: string | null) => {
  if (userId === null) return null;
  const name = names.get('users', userId)?.name ?? names.former(userId);
  return name === undefined ? null : { id: userId, name };
};

export const queuesOf = (names: CompanyNames, ids: readonly string[]) =>
  ids.flatMap((id) => queueRefOf(names.get('queues', id)) ?? []);
