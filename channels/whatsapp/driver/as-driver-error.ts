import { DriverError } from '../../../gateway/driver/driver.ts';
import { codeOf } from './close-cause.ts';

/** Of what the network answers a question with that sending asks: it will say nothing else, however often it is asked. */
const lastingRefusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 406, 410]);

/** Returns the code of a question that the network refused: Baileys keeps it beside a code of its own making. */
const refusalOf = (error: unknown): number | undefined => {
  const { data } = (error ?? {}) as { readonly data?: unknown };
  return typeof data === 'number' ? data : undefined;
};

/** Returns what a failed call says of its outcome: a link that broke meanwhile leaves it unknown, and the same id is sent again. */
export function asDriverError(error: unknown): DriverError {
  if (error instanceof DriverError) return error;
  const { message } = error as Error;
  const refusal = refusalOf(error);
  if (refusal !== undefined && lastingRefusals.has(refusal))
    return new DriverError('refused', message, error, String(refusal));
  const code = codeOf(error);
  if (refusal === 429 || code === 429) return new DriverError('limited', message, error, '429');
  const isRefused = code !== undefined && code >= 400 && code < 500 && code !== 408 && code !== 428;
  return new DriverError(isRefused ? 'refused' : 'unknown', message, error);
}
