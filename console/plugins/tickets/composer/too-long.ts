import { LONGEST_MESSAGE } from '../../../../domain/ticket/limits.ts';
import { notify } from '../../../shell/notify.ts';

/** Says so while the text can still be cut: refused by the server, it would stand there as a message to be sent again. */
export const isTooLong = (body: string): boolean => {
  const over = body.length - LONGEST_MESSAGE;
  if (over <= 0) return false;
  notify.error('tickets.composer.tooLong', { values: { over } });
  return true;
};
