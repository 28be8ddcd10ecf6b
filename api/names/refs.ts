import type { RecordDocument } from '../../projections/records/document.ts';
import type { CompanyNames } from './names.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const queueRefOf = (queue: RecordDocument | undefined) =>
  queue ? { id: queue.id, name: text(queue.name), color: text(queue.color) } : null;

export const tagRefOf = queueRefOf;

export const userRefOf = (names: Pick<CompanyNames, 'get'>, userId: string | null) => {
  const user = userId === null ? undefined : names.get('users', userId);
  return user ? { id: user.id, name: user.name } : null;
};

export const queuesOf = (names: CompanyNames, ids: readonly string[]) =>
  ids.flatMap((id) => queueRefOf(names.get('queues', id)) ?? []);
