import { DriverError } from '../../../gateway/driver/driver.ts';
import { codeOf } from './close-cause.ts';

/** Returns what a failed call says of its outcome: a link that broke meanwhile leaves it unknown, and the same id is sent again. */
export function asDriverError(error: unknown): DriverError {
  if (error instanceof DriverError) return error;
  const code = codeOf(error);
  const { message } = error as Error;
  if (code === 429) return new DriverError('limited', message, error, '429');
  const isRefused = code !== undefined && code >= 400 && code < 500 && code !== 408 && code !== 428;
  return new DriverError(isRefused ? 'refused' : 'unknown', message, error);
}
