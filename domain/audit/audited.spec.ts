import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventSchemas } from '../catalogue.ts';
import { personalTypes } from '../contact/codec.ts';
import type { RecordedEvent } from '../kernel/event.ts';
import { records } from '../records/index.ts';
import { auditedOf, hiddenValue, isAudited } from './audited.ts';

const root = join(import.meta.dirname, '../..');
const golden = globSync('{domain,records}/**/golden/*.golden.json', { cwd: root }).map(
  (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as RecordedEvent,
);
const kindOf = (type: string, data: object = {}) => auditedOf({ type, data })?.kind;

describe('the audit list', () => {
  it('has every event of every record, with each stored field of its declaration, and no other', () => {
    for (const record of records) {
      const created = golden.find(({ type }) => type === `${record.event}Created`)!;
      const audited = auditedOf(created)!;
      expect(audited).toMatchObject({ kind: record.name, action: 'Created' });
      for (const [field, { computed, secret }] of Object.entries(record.fields))
        expect(Object.hasOwn(audited.values, field)).toBe(
          computed === undefined && !secret && (created.data as Record<string, unknown>)[field] !== undefined,
        );
      expect(isAudited(`${record.event}Deleted`)).toBe(true);
    }
  });

  it('has nothing that is said to or by a contact, and of contacts ids alone', () => {
    for (const type of personalTypes)
      if (type !== 'ContactUnmerged') expect([type, isAudited(type)]).toEqual([type, false]);
    const unmerged = { contactId: 'k', from: 'o', number: '5511955500142', aliases: ['9@lid'] };
    expect(auditedOf({ type: 'ContactUnmerged', data: unmerged })).toEqual({
      ...{ kind: 'contact', action: 'Unmerged', values: {} },
    });
    for (const type of Object.keys(eventSchemas).filter((one) => /^(Message|TicketNote|Poll)/.test(one)))
      expect([type, isAudited(type)]).toEqual([type, false]);
    const deleted = auditedOf({ type: 'ContactDeleted', data: { contactId: 'k', name: 'Carla' } });
    expect(deleted).toEqual({ kind: 'contact', action: 'Deleted', values: {} });
  });

  it('has what people do with campaigns, and not what a campaign says to each of a million', () => {
    const told = Object.keys(eventSchemas).filter((type) => type.startsWith('Campaign') && isAudited(type));
    expect(told.sort()).toEqual([
      ...['CampaignCancelled', 'CampaignCreated', 'CampaignDeleted', 'CampaignFinished'],
      ...['CampaignMediaChanged', 'CampaignSettingsChanged', 'CampaignStarted', 'CampaignUpdated'],
    ]);
  });

  it('never tells a secret, only that there is one', () => {
    const all = JSON.stringify(golden.map((event) => auditedOf(event)?.values ?? null));
    expect(all).not.toContain('$argon2');
    expect(
      auditedOf({ type: 'UserPasswordChanged', data: { userId: 'u', passwordHash: 'x' } })?.values,
    ).toEqual({
      passwordHash: hiddenValue,
    });
    expect(
      auditedOf({ type: 'CompanySettingChanged', data: { key: 'tokenixc', value: 'x' } })?.values,
    ).toEqual({
      tokenixc: hiddenValue,
    });
    expect(
      auditedOf({ type: 'GatewayKeyChanged', data: { apiToken: 'x', deep: { secret: 'y' } } })?.values,
    ).toEqual({
      apiToken: hiddenValue,
      'deep/secret': hiddenValue,
    });
  });

  it('takes an event that nobody has thought of, with what it says', () => {
    expect(
      auditedOf({
        type: 'InvoicePaid',
        data: { invoiceId: 'i', number: 1041, amount: { cents: 100 }, by: null },
      }),
    ).toEqual({
      kind: 'invoice',
      action: 'Paid',
      title: '1041',
      values: { number: 1041, 'amount/cents': 100, by: null },
    });
  });

  it('tells settings, sessions and security from the rest of their aggregate', () => {
    expect(kindOf('CompanySettingChanged', { key: 'userRating', value: 'enabled' })).toBe('setting');
    expect(kindOf('CompanyUpdated', { name: 'a' })).toBe('company');
    expect(kindOf('UserLoggedIn', { userId: 'u' })).toBe('session');
    expect(kindOf('UserTotpEnabled', { userId: 'u' })).toBe('security');
    expect(kindOf('UserUpdated', { userId: 'u' })).toBe('user');
    expect(auditedOf({ type: 'ApiTokenRevoked', data: { tokenId: 't' } })).toMatchObject({
      kind: 'apiToken',
      action: 'Revoked',
    });
    expect(kindOf('ConnectionStatusChanged')).toBeUndefined();
    expect(kindOf('LogSealed')).toBeUndefined();
  });
});
