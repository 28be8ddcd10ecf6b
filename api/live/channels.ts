import { channels } from '../../contract/channels.ts';
import { can, type Rule } from '../../domain/access/policy.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { DomainError } from '../../domain/errors.ts';
import { records } from '../../domain/records/index.ts';
import type { Session } from '../auth/subject.ts';
import { ruleOfNarrow } from './narrow.ts';
import { plainChannels, suffixOf } from './prepare.ts';

const mostChannels = 100;
const mostRooms = 20;
/** What one must be allowed to do to follow a channel, where it is not for everyone. */
export const ruleOf: Readonly<Record<string, Rule>> = {
  schedule: 'schedules:manage',
  apiToken: 'tokens:manage',
  campaign: 'campaigns:manage',
  ContactList: 'contact-lists:manage',
  ContactListItem: 'contact-lists:manage',
  chat: 'chats:use',
  chatMessage: 'chats:use',
};
const noSuch = (channel: string) =>
  new DomainError('ERR_NO_PERMISSION', `No such channel: ${channel.slice(0, 200)}`);

/** Returns whether a session may follow a channel, rooms apart, with the rights that it has now. */
export function mayFollow(session: Session, channel: string): boolean {
  const suffix = suffixOf(session.companyId, channel);
  const record = records.find(({ name, channel: own = name }) => own === suffix);
  const narrow = suffix === undefined ? undefined : ruleOfNarrow(suffix, session.userId);
  return (
    suffix === 'appMessage' ||
    (narrow !== undefined && can(session, narrow)) ||
    (plainChannels.some((name) => name === suffix) && can(session, ruleOf[suffix!] ?? 'everyone')) ||
    (channel === channels.companies(platformCompanyId) && can(session, 'super')) ||
    (record !== undefined && can(session, record.access.read))
  );
}

/** Returns what a subscription asks for, checked. @throws ERR_VALIDATION, ERR_NO_PERMISSION (another company's, an unknown one) */
export function readChannels(
  session: Session,
  asked: readonly string[],
): { channels: Set<string>; rooms: string[] } {
  const wantedChannels = new Set<string>();
  const rooms = new Set<string>();
  for (const channel of asked) {
    const suffix = suffixOf(session.companyId, channel);
    if (session.billing && suffix !== 'payment') throw noSuch(channel);
    const room = suffix && /^appMessage\/([A-Za-z0-9.-]{1,100})$/.exec(suffix)?.[1];
    if (room) {
      rooms.add(room);
      continue;
    }
    if (!mayFollow(session, channel)) throw noSuch(channel);
    wantedChannels.add(channel);
  }
  if (wantedChannels.size > mostChannels || rooms.size > mostRooms)
    throw new DomainError('ERR_VALIDATION', 'Too many channels');
  return { channels: wantedChannels, rooms: [...rooms] };
}
