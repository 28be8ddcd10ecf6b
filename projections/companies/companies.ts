import { channels } from '../../contract/channels.ts';
import { isLateReturn } from '../../domain/company/away.ts';
import type { CompanyEvent } from '../../domain/company/events.ts';
import { withLogo } from '../../domain/company/logos.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import type { Metadata, RecordedEvent } from '../../domain/kernel/event.ts';
import { nameKey } from '../../domain/text/name-key.ts';
import { namesOf } from '../../domain/text/sort-name.ts';
import { begin, type Handler, projection } from '../definition.ts';
import type { CompanyDocument } from './document.ts';

const id = (event: RecordedEvent) => event.metadata.companyId;

type DataOf<T extends CompanyEvent['type']> = Extract<CompanyEvent, { type: T }>['data'];
/** Returns a name as it is shown, compared and sorted. */
const comparedNamesOf = (name: string) => ({ ...namesOf(name), nameKey: nameKey(name) });

const fields = ({ name, email, phone, active, dueDate, timeZone, flags }: DataOf<'CompanyUpdated'>) => ({
  email,
  phone,
  active,
  dueDate,
  timeZone,
  flags,
  ...comparedNamesOf(name),
});

const withDueKey = (doc: Omit<CompanyDocument, 'dueKey'>): CompanyDocument => ({
  ...doc,
  dueKey: `${doc.active ? 'on' : 'out'} ${doc.dueDate ?? 'never'}`,
});

/** Returns a handler of an event that makes these fields of the document others. */
const changes = <T extends CompanyEvent['type']>(
  change: (data: DataOf<T>, doc: CompanyDocument, metadata: Metadata) => Partial<CompanyDocument>,
): Handler<CompanyDocument, RecordedEvent<T, DataOf<T>>> => ({
  id,
  apply: (doc, { data, metadata }) => {
    if (!doc) return doc;
    const { at } = metadata;
    const changed = { ...doc, ...change(data, doc, metadata), updatedAt: at };
    return withDueKey(isLateReturn(doc, changed, at) ? { ...changed, backAt: at } : changed);
  },
});

/** Companies with their plan, due date and settings, as the platform and each of them look at them. */
export const companies = projection<CompanyDocument, CompanyEvent>('companies', {
  indexes: [
    ['sortName'],
    ['email'],
    ['active'],
    ['nameKey'],
    ['planId'],
    ['dueDate'],
    ['dueKey'],
    ['trial'],
    ['deletedAt'],
    ['deletedUntil'],
  ],
  search: { fields: ['name', 'email'] },
  notices: [
    { channel: channels.company, action: () => 'update' },
    {
      channel: channels.companies,
      to: platformCompanyId,
      audience: () => ({ owner: null, shared: false, any: 'super' }),
    },
  ],
  on: {
    CompanyCreated: {
      id,
      creates: true,
      apply: (_doc, event) =>
        withDueKey({
          ...begin(event, event.metadata.companyId),
          ...fields(event.data),
          planId: null,
          plan: null,
          recurrence: 'MENSAL',
          trial: false,
          schedules: [],
          billing: null,
          recommendedBy: event.data.recommendedBy ?? null,
          deletedAt: null,
          deletedUntil: null,
          settings: {},
          settingChanges: {},
          logos: {},
          createdAt: event.metadata.at,
          updatedAt: event.metadata.at,
        }),
    },
    CompanyUpdated: changes<'CompanyUpdated'>((data, doc, { at }) => ({
      ...fields(data),
      ...(data.active !== doc.active && { offSince: data.active ? null : at }),
    })),
    CompanySettingChanged: changes<'CompanySettingChanged'>(({ key, value }, doc, { at, actor }) => ({
      settings: { ...doc.settings, [key]: value },
      settingChanges: { ...doc.settingChanges, [key]: { at, ...(actor.name && { by: actor.name }) } },
    })),
    CompanyLogoChanged: changes<'CompanyLogoChanged'>(({ ref, image }, doc) => ({
      logos: withLogo(doc.logos, ref, image),
    })),
    CompanyDetailsChanged: changes<'CompanyDetailsChanged'>((data) => ({
      ...(data as Partial<CompanyDocument>),
      ...(data.name !== undefined && comparedNamesOf(data.name)),
    })),
    CompanyPlanChanged: changes<'CompanyPlanChanged'>(({ planId, plan }) => ({
      planId,
      plan,
      flags: plan.flags,
    })),
    CompanyDueDateChanged: changes<'CompanyDueDateChanged'>(({ dueDate, trial }) => ({ dueDate, trial })),
    CompanySwitchedOn: changes(() => ({ active: true, offSince: null })),
    CompanySwitchedOff: changes((_data, _doc, { at }) => ({ active: false, offSince: at })),
    CompanyHoursChanged: changes<'CompanyHoursChanged'>(({ schedules }) => ({ schedules })),
    CompanyDeleted: changes<'CompanyDeleted'>(({ until }, _doc, { at }) => ({
      deletedAt: at,
      deletedUntil: until,
    })),
    CompanyRestored: changes(() => ({ deletedAt: null, deletedUntil: null })),
    // Whom it was of goes with it; its name says what the records of it are about.
    CompanyKeysDestroyed: changes(() => ({ deletedUntil: null, email: '', phone: '', billing: null })),
  },
});
