import type { MessageView } from '../../../../contract/message.ts';
import { channelName, ownText } from '../../../shell/channels.ts';

type Failure = NonNullable<MessageView['failure']>;
type T = (key: string, values?: Record<string, unknown>) => string;

/** Returns a text under one of the keys, the first that is known; polyglot gives the key itself back for what it lacks. */
function knownText(t: T, key: string, values: Record<string, unknown>): string | undefined {
  const text = t(key, { ...values, _: '' });
  return text === '' || text === key ? undefined : text;
}

/**
 * Returns why something did not go out, in the reader's language: as the channel says it of the network's own code, by
 * its cause, or, of events from before there were causes and of newer builds', by its code or as it was written.
 */
export function failureText(t: T, { code, reason, cause, params = {} }: Failure): string {
  const channel = params.channel === undefined ? t('tickets.failed.app') : channelName(t, params.channel);
  const own = ownText(t, params.channel ?? '', `refused.${params.code}`);
  const text =
    own ??
    (cause === undefined ? undefined : knownText(t, `tickets.failed.cause.${cause}`, { channel })) ??
    knownText(t, `tickets.failed.code.${code}`, { channel }) ??
    (reason || t('tickets.failed.unknown'));
  return params.code === undefined ? text : `${text} (${params.code})`;
}
