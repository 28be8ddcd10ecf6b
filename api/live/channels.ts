import { channels } from '../../contract/channels.ts';
import { can, type Rule } from '../../domain/access/policy.ts';
import type { PlanFlag } from '../../domain/company/events.ts';
import { type Features, hasFeature } from '../../domain/company/features.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { DomainError } from '../../domain/errors.ts';
import { records } from '../../domain/records/index.ts';
import type { Session } from '../auth/subject.ts';
import { ruleOfNarrow } from './narrow.ts';
import { plainChannels, suffixOf } from './prepare.ts';

const mostChannels = 100;
const mostRooms = 20;
/** What one must be allowed to do to follow a channel that is not for everyone, and of what feature of the plan it tells. */
export const gateOf: Readonly<Record<string, { readonly rule: Rule; readonly plan: PlanFlag }>> = {
  schedule: { rule: 'schedules:manage', plan: 'useSchedules' },
  apiToken: { rule: 'tokens:manage', plan: 'useExternalApi' },
  campaign: { rule: 'campaigns:manage', plan: 'useCampaigns' },
  ContactList: { rule: 'contact-lists:manage', plan: 'useCampaigns' },
  ContactListItem: { rule: 'contact-lists:manage', plan: 'useCampaigns' },
  chat: { rule: 'chats:use', plan: 'useInternalChat' },
  chatMessage: { rule: 'chats:use', plan: 'useInternalChat' },
};
const noSuch = (channel: string) =>
  new DomainError('ERR_NO_PERMISSION', `No such channel: ${channel.slice(0, 200)}`);

const recordOf = (suffix: string | undefined) =>
  records.find(({ name, channel: own = name }) => own === suffix);

/** Returns whether the company's plan has what a channel tells of; of one without the feature nothing is told. */
export function isInPlan(company: Features | undefined, companyId: string, channel: string): boolean {
  const suffix = suffixOf(companyId, channel);
  // A narrower channel bears its wider one's name, then of what it tells.
  const feature = recordOf(suffix)?.plan ?? gateOf[suffix?.split('-', 1)[0] ?? '']?.plan;
  return feature === undefined || (company !== undefined && hasFeature(company, feature));
}

/** Returns whether a session may follow a channel, rooms apart, with the rights that it has now. */
export function mayFollow(session: Session, channel: string): boolean {
  const suffix = suffixOf(session.companyId, channel);
  const record = recordOf(suffix);
  const narrow = suffix === undefined ? undefined : ruleOfNarrow(suffix, session.userId);
  return (
    suffix === 'appMessage' ||
    (narrow !== undefined && can(session, narrow)) ||
    (plainChannels.some((name) => name === suffix) && can(session, gateOf[suffix!]?.rule ?? 'everyone')) ||
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
