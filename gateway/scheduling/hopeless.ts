import { z } from 'zod';
import { UnreadableEventError } from '../../domain/catalogue.ts';
import type { ParkedReason } from '../../domain/connection/parked-kind.ts';
import { isDomainError } from '../../domain/errors.ts';
import { AppendTooLargeError, InvalidEventError } from '../../domain/kernel/event-store.ts';

/**
 * Returns why trying again cannot help, or undefined when it may: a store that is away comes back, a conflict passes. A
 * command that meets a damaged stream, is too large or hits a defect of ours would be tried for ever, and hold the
 * conversations behind it up.
 */
export function hopeless(error: unknown): ParkedReason | undefined {
  if (isDomainError(error))
    return error.code === 'ERR_UNAVAILABLE' || error.code === 'ERR_CONFLICT' ? undefined : 'refused';
  if (error instanceof UnreadableEventError) return 'unreadable';
  if (error instanceof AppendTooLargeError) return 'tooLarge';
  if (
    error instanceof InvalidEventError ||
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof URIError ||
    error instanceof ReferenceError ||
    error instanceof z.core.$ZodError
  )
    return 'defect';
  return undefined;
}
