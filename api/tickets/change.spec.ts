import { describe, expect, it } from 'vitest';
import { isDomainError } from '../../domain/errors.ts';
import type { Session } from '../subject.ts';
import { checkQueueKept, type TicketChange } from './change.ts';

const as = (profile: Session['profile']) => ({ profile, super: false }) as Session;
const refused = (session: Session, queueId: string | null, change: TicketChange) => {
  try {
    checkQueueKept(session, { queueId }, change);
    return false;
  } catch (error) {
    if (!isDomainError(error, 'ERR_VALIDATION')) throw error;
    expect(error.errors).toEqual({ queueId: 'required' });
    return true;
  }
};

describe('a ticket taken out of its queue', () => {
  it.each<[Session['profile'], string | null, TicketChange, boolean]>([
    ['user', 'q', { queueId: null }, true],
    ['user', 'q', { queueId: null, userId: 'u' }, true],
    ['user', 'q', { queueId: null, status: 'pending' }, true],
    ['supervisor', 'q', { queueId: null }, true],
    ['admin', 'q', { queueId: null }, false],
    // It keeps its queue, or has none that could be taken.
    ['user', 'q', { queueId: null, status: 'closed' }, false],
    ['user', 'q', { queueId: 'other' }, false],
    ['user', 'q', { userId: 'u' }, false],
    ['user', null, { queueId: null }, false],
    ['user', null, { queueId: null, status: 'open' }, false],
  ])('by a %s, queue %s, %j: refused %s', (profile, queueId, change, expected) => {
    expect(refused(as(profile), queueId, change)).toBe(expected);
  });
});
