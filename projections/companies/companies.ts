import { channels } from '../../contract/channels.ts';
import type { CompanyEvent } from '../../domain/company/events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { begin, projection } from '../definition.ts';
import type { CompanyDocument } from './document.ts';

const id = (event: RecordedEvent) => event.metadata.companyId;

type Fields = Extract<CompanyEvent, { type: 'CompanyUpdated' }>['data'];
const fields = (data: Fields) => ({
  name: data.name,
  email: data.email,
  phone: data.phone,
  active: data.active,
  dueDate: data.dueDate,
  timeZone: data.timeZone,
  flags: data.flags,
});

export const companies = projection<CompanyDocument, CompanyEvent>('companies', {
  indexes: [['name'], ['email'], ['active']],
  search: { fields: ['name', 'email'] },
  notices: [{ channel: channels.company, action: () => 'update' }],
  on: {
    CompanyCreated: {
      id,
      creates: true,
      apply: (_doc, event) => ({
        ...begin(event, event.metadata.companyId),
        ...fields(event.data),
        settings: {},
        createdAt: event.metadata.at,
        updatedAt: event.metadata.at,
      }),
    },
    CompanyUpdated: {
      id,
      apply: (doc, event) => doc && { ...doc, ...fields(event.data), updatedAt: event.metadata.at },
    },
    CompanySettingChanged: {
      id,
      apply: (doc, event) =>
        doc && {
          ...doc,
          settings: { ...doc.settings, [event.data.key]: event.data.value },
          updatedAt: event.metadata.at,
        },
    },
  },
});
