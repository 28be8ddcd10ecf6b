import { channelOf, longestText } from '../../../../channels/known.ts';
import { notify } from '../../../shell/notify.ts';

/**
 * Whether a text is longer than the channel takes, and says so while it can still be cut: refused by the server, it
 * would stand there as a message to be sent again. @param channel the kind of the conversation's
 */
export function isTooLong(body: string, channel: string | undefined): boolean {
  const over = body.length - (channelOf(channel)?.limits.text ?? longestText);
  if (over <= 0) return false;
  notify.error('tickets.composer.tooLong', { values: { over, smart_count: over } });
  return true;
}
