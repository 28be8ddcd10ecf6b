import { z } from 'zod';
import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { validate } from '../validation.ts';
import type { CompanyEvent } from './events.ts';
import { companyEvents, defaultTimeZone } from './events.ts';
import { checkSetting, isSettingKey, settingValue } from './settings.ts';

type Fields = Extract<CompanyEvent, { type: 'CompanyCreated' }>['data'];

export type CompanyState =
  | { readonly status: 'absent' }
  | {
      readonly status: 'active';
      readonly fields: Fields;
      readonly settings: Readonly<Record<string, string>>;
    };

export type CompanyCommand =
  | Command<'CreateCompany', z.input<typeof companyEvents.CompanyCreated>>
  | Command<'UpdateCompany', z.input<typeof companyEvents.CompanyUpdated>>
  | Command<'ChangeCompanySetting', { readonly key: string; readonly value: string }>;

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

const rules = companyEvents.CompanyCreated.extend({
  name: z.string().trim().min(2).max(100),
  email: z.union([z.literal(''), z.email()]).default(''),
  dueDate: z.iso.date().nullable().default(null),
  timeZone: z.string().refine(isTimeZone).default(defaultTimeZone),
}).strict();

const decide = ({ type, data }: CompanyCommand, state: CompanyState): readonly CompanyEvent[] => {
  if (type === 'CreateCompany')
    return state.status === 'absent' ? [{ type: 'CompanyCreated', data: validate(rules, data) }] : [];
  if (state.status === 'absent') throw new DomainError('ERR_NOT_FOUND', 'no such company');
  if (type === 'UpdateCompany') {
    const fields = validate(rules, data);
    return JSON.stringify(fields) === JSON.stringify(validate(rules, state.fields))
      ? []
      : [{ type: 'CompanyUpdated', data: fields }];
  }
  const { key, value } = data;
  checkSetting(key, value);
  const now = isSettingKey(key) ? settingValue(state.settings, key) : undefined;
  return now === value ? [] : [{ type: 'CompanySettingChanged', data: { key, value } }];
};

const evolve = (state: CompanyState, event: CompanyEvent): CompanyState => {
  if (event.type === 'CompanyCreated')
    return state.status === 'absent' ? { status: 'active', fields: event.data, settings: {} } : state;
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'CompanyUpdated':
      return { ...state, fields: event.data };
    case 'CompanySettingChanged':
      return { ...state, settings: { ...state.settings, [event.data.key]: event.data.value } };
    default:
      event satisfies never;
      return state;
  }
};

export const companyDecider: Decider<CompanyState, CompanyCommand, CompanyEvent> = {
  category: 'company',
  types: new Set(Object.keys(companyEvents)),
  initial: { status: 'absent' },
  decide,
  evolve,
};
