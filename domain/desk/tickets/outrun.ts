import { isDomainError } from '../../errors.ts';
import { ConflictError } from '../../kernel/event-store.ts';

/** Returns whether somebody else was at the ticket or its claim meanwhile: everything is to be looked at again. */
export const isTicketOutrun = (error: unknown): boolean =>
  error instanceof ConflictError || isDomainError(error, 'ERR_OTHER_OPEN_TICKET');
