import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameKey } from '../text/name-key.ts';
import { type CompanyCommand, companyDecider } from './company.ts';
import { nextDueDate } from './due-date.ts';
import { type CompanyEvent, planFlags, recurrences } from './events.ts';
import { platformCompanyId } from './platform.ts';

const at = '2026-11-02T12:00:00.000Z';
const command = (type: CompanyCommand['type'], data: object = {}, more: object = {}) =>
  ({
    type,
    data,
    metadata: { companyId: 'c1', actor: { kind: 'system', id: 'x' }, commandId: '1', at, ...more },
  }) as CompanyCommand;
const folded = (events: readonly CompanyEvent[]) =>
  events.reduce((state, event) => companyDecider.evolve(state, event, at), companyDecider.initial);
const decide = (given: readonly CompanyEvent[], ...asked: Parameters<typeof command>) =>
  companyDecider.decide(command(...asked), folded(given));

/** As builds before this one wrote it. */
const old: CompanyEvent = {
  type: 'CompanyCreated',
  data: {
    name: 'Demo',
    email: 'a@demo.example',
    phone: '',
    active: true,
    dueDate: '2026-11-30',
    timeZone: 'America/Sao_Paulo',
    flags: [...planFlags],
  },
};
const plan = {
  name: 'Básico',
  flags: ['useKanban' as const],
  limits: { users: 3, connections: 1, queues: 3 },
  value: 99,
};
const planned: CompanyEvent = { type: 'CompanyPlanChanged', data: { planId: 'p1', plan } };

describe('an update', () => {
  test('says what is different, each thing in an event of its own, and nothing else', () => {
    const events = decide([old], 'UpdateCompany', {
      name: 'Demo',
      email: 'b@demo.example',
      recurrence: 'ANUAL',
      dueDate: '2026-12-01',
      active: false,
      campaignsEnabled: false,
      schedules: [{ weekday: 'Segunda', weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' }],
      assigned: { planId: 'p1', plan },
    });
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['CompanyDetailsChanged', { email: 'b@demo.example', recurrence: 'ANUAL' }],
      ['CompanyPlanChanged', { planId: 'p1', plan }],
      ['CompanyDueDateChanged', { dueDate: '2026-12-01', trial: false, cause: 'admin' }],
      ['CompanySwitchedOff', {}],
      [
        'CompanyHoursChanged',
        {
          schedules: [{ weekday: 'Segunda', weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' }],
        },
      ],
      ['CompanySettingChanged', { key: 'campaignsEnabled', value: 'false' }],
    ]);
  });

  test('asked for a second time is nothing', () => {
    const change = fc.record(
      {
        name: fc.constantFrom('Demo', 'Casa Lume'),
        email: fc.constantFrom('', 'a@demo.example', 'b@demo.example'),
        recurrence: fc.constantFrom(...recurrences),
        dueDate: fc.constantFrom(null, '2026-11-30', '2027-01-31'),
        trial: fc.boolean(),
        active: fc.boolean(),
        campaignsEnabled: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), (updates) => {
        let events: readonly CompanyEvent[] = [old];
        for (const data of updates) {
          events = [...events, ...decide(events, 'UpdateCompany', data)];
          expect(decide(events, 'UpdateCompany', data)).toEqual([]);
        }
      }),
    );
  });

  test('names the field that is wrong', () => {
    expect(() => decide([old], 'UpdateCompany', { email: 'nobody' })).toThrow(
      expect.objectContaining({ errors: { email: 'invalidEmail' } }),
    );
  });
});

test('a company begun with everything holds everything, and the plan says flags and limits', () => {
  const events = decide([], 'CreateCompany', {
    name: 'Casa Lume',
    dueDate: '2026-11-05',
    trial: true,
    cause: 'signup',
    recommendedBy: 'c9',
    assigned: { planId: 'p1', plan },
  });
  expect(events.map(({ type }) => type)).toEqual([
    'CompanyCreated',
    'CompanyPlanChanged',
    'CompanyDueDateChanged',
  ]);
  expect(events[2]?.data).toEqual({ dueDate: '2026-11-05', trial: true, cause: 'signup' });
  expect(folded(events)).toMatchObject({
    planId: 'p1',
    plan,
    trial: true,
    recurrence: 'MENSAL',
    fields: { flags: plan.flags, limits: plan.limits, dueDate: '2026-11-05' },
  });
});

test('an event of before, that carried everything, leaves what it knows nothing of', () => {
  const details: CompanyEvent = { type: 'CompanyDetailsChanged', data: { recurrence: 'ANUAL' } };
  const updated: CompanyEvent = { type: 'CompanyUpdated', data: { ...old.data, name: 'Novo' } };
  const state = folded([old, details, planned, updated]);
  expect(state).toMatchObject({ recurrence: 'ANUAL', planId: 'p1', fields: { name: 'Novo' } });
});

test('a plan that changed reaches only who still has it', () => {
  const changed = { ...plan, value: 120 };
  const refresh = { planId: 'p1', plan: changed };
  expect(decide([old, planned], 'RefreshCompanyPlan', refresh)).toEqual([
    { type: 'CompanyPlanChanged', data: refresh },
  ]);
  expect(decide([old, planned], 'RefreshCompanyPlan', { planId: 'p1', plan })).toEqual([]);
  // Else each would cause the next, for ever.
  const { name, value, flags, limits } = plan;
  const turned = { value, limits: Object.fromEntries(Object.entries(limits).reverse()), flags, name };
  expect(decide([old, planned], 'RefreshCompanyPlan', { planId: 'p1', plan: turned })).toEqual([]);
  expect(decide([old], 'RefreshCompanyPlan', refresh)).toEqual([]);
  const deleted: CompanyEvent = { type: 'CompanyDeleted', data: { until: '2027-01-31T12:00:00.000Z' } };
  expect(decide([old, planned, deleted], 'RefreshCompanyPlan', refresh)).toHaveLength(1);
  const destroyed: CompanyEvent = { type: 'CompanyKeysDestroyed', data: {} };
  expect(decide([old, planned, deleted, destroyed], 'RefreshCompanyPlan', refresh)).toEqual([]);
});

test('a plan that costs nothing any more has no end, nor a trial; one that never did keeps the day it was given', () => {
  const free = { planId: 'p1', plan: { ...plan, value: 0 } };
  expect(decide([old, planned], 'RefreshCompanyPlan', free)).toEqual([
    { type: 'CompanyPlanChanged', data: free },
    { type: 'CompanyDueDateChanged', data: { dueDate: null, trial: false, cause: 'plan' } },
  ]);
  const given: CompanyEvent = {
    type: 'CompanyDueDateChanged',
    data: { dueDate: '2027-01-31', trial: false, cause: 'admin' },
  };
  const renamed = { planId: 'p1', plan: { ...free.plan, name: 'Parceiros' } };
  const before: CompanyEvent[] = [old, { type: 'CompanyPlanChanged', data: free }, given];
  expect(decide(before, 'RefreshCompanyPlan', renamed)).toEqual([
    { type: 'CompanyPlanChanged', data: renamed },
  ]);
});

test('who is given a plan that costs nothing has no end, unless another day is given with it', () => {
  const free = { planId: 'p2', plan: { ...plan, value: 0 } };
  const day = (dueDate: string | null): CompanyEvent => ({
    type: 'CompanyDueDateChanged',
    data: { dueDate, trial: true, cause: 'admin' },
  });
  const given: CompanyEvent = { type: 'CompanyPlanChanged', data: free };
  const ended = [
    given,
    { type: 'CompanyDueDateChanged', data: { dueDate: null, trial: false, cause: 'plan' } },
  ];
  const before = [old, planned, day('2026-11-20')];
  expect(decide(before, 'UpdateCompany', { assigned: free })).toEqual(ended);
  // A form sends all of it back as it stands.
  const sentBack = { dueDate: '2026-11-20', trial: true };
  expect(decide(before, 'UpdateCompany', { ...sentBack, assigned: free })).toEqual(ended);
  expect(decide(before, 'UpdateCompany', { dueDate: '2027-11-20', assigned: free })).toEqual([
    given,
    day('2027-11-20'),
  ]);
  expect(decide([old, planned, day(null)], 'UpdateCompany', { trial: false, assigned: free })).toEqual([
    given,
    { type: 'CompanyDueDateChanged', data: { dueDate: null, trial: false, cause: 'admin' } },
  ]);
});

describe('due dates', () => {
  test.each([
    ['MENSAL', '2026-01-31', '2026-02-28'],
    ['MENSAL', '2028-01-31', '2028-02-29'],
    ['MENSAL', '2026-12-15', '2027-01-15'],
    ['BIMESTRAL', '2026-12-31', '2027-02-28'],
    ['TRIMESTRAL', '2026-11-30', '2027-02-28'],
    ['SEMESTRAL', '2026-08-31', '2027-02-28'],
    ['ANUAL', '2028-02-29', '2029-02-28'],
  ] as const)('a due date moves by the recurrence: %s from %s is %s', (recurrence, from, to) => {
    expect(nextDueDate(from, recurrence)).toBe(to);
  });

  test('two presses on the same date advance it once', () => {
    const first = decide([old], 'AddDueDate', { from: '2026-11-30' });
    expect(first).toEqual([
      {
        type: 'CompanyDueDateChanged',
        data: { dueDate: '2026-12-30', trial: false, cause: 'admin' },
      },
    ]);
    expect(decide([old, ...first], 'AddDueDate', { from: '2026-11-30' })).toEqual([]);
  });

  test('without one it counts from today, in the company’s own time zone', () => {
    const none: CompanyEvent = { ...old, data: { ...old.data, dueDate: null } };
    const [event] = decide([none], 'AddDueDate', { from: null }, { at: '2026-11-03T01:00:00.000Z' });
    expect(event?.data).toMatchObject({ dueDate: '2026-12-02' });
  });

  test('an invoice renews once, never backwards, and also who is deleted', () => {
    const paid = { invoiceId: 'i1', dueDate: '2026-12-30' };
    const renewed = decide([old], 'RenewCompany', paid);
    expect(renewed[0]?.data).toEqual({
      dueDate: '2026-12-30',
      trial: false,
      cause: 'payment',
      invoiceId: 'i1',
    });
    expect(decide([old, ...renewed], 'RenewCompany', { ...paid, dueDate: '2027-12-30' })).toEqual([]);
    const [late] = decide([old, ...renewed], 'RenewCompany', { invoiceId: 'i2', dueDate: '2026-01-30' });
    expect(late?.data).toMatchObject({ dueDate: '2026-12-30', invoiceId: 'i2' });
    const deleted = decide([old], 'DeleteCompany');
    expect(decide([old, ...deleted], 'RenewCompany', paid)).toHaveLength(1);
  });
});

describe('deletion', () => {
  const deleted = decide([old], 'DeleteCompany');
  const past = { at: '2026-12-02T12:00:00.000Z' };

  test('leaves 30 days to undo it, and is itself done once', () => {
    expect(deleted).toEqual([{ type: 'CompanyDeleted', data: { until: '2026-12-02T12:00:00.000Z' } }]);
    expect(decide([old, ...deleted], 'DeleteCompany')).toEqual([]);
    const restored = decide([old, ...deleted], 'RestoreCompany');
    expect(folded([old, ...deleted, ...restored])).toEqual(folded([old]));
  });

  test('of what is deleted nothing changes', () => {
    for (const type of ['UpdateCompany', 'AddDueDate', 'ChangeCompanySetting'] as const)
      expect(() => decide([old, ...deleted], type, { key: 'call', value: 'enabled' })).toThrow(
        expect.objectContaining({ code: 'ERR_NOT_FOUND' }),
      );
  });

  test('keys are destroyed only when the time is over and nobody restored it; then nothing brings it back', () => {
    expect(decide([old, ...deleted], 'DestroyCompanyKeys')).toEqual([]);
    const restored: CompanyEvent = { type: 'CompanyRestored', data: {} };
    expect(decide([old, ...deleted, restored], 'DestroyCompanyKeys', {}, past)).toEqual([]);
    const destroyed = decide([old, ...deleted], 'DestroyCompanyKeys', {}, past);
    expect(destroyed).toEqual([{ type: 'CompanyKeysDestroyed', data: {} }]);
    for (const type of ['RestoreCompany', 'DeleteCompany', 'UpdateCompany'] as const)
      expect(() => decide([old, ...deleted, ...destroyed], type)).toThrow(
        expect.objectContaining({ code: 'ERR_NOT_FOUND' }),
      );
  });
});

test.each([
  ['DeleteCompany', {}],
  ['AddDueDate', {}],
  ['UpdateCompany', { active: false }],
  ['UpdateCompany', { dueDate: '2027-01-01' }],
] as const)(
  'the platform’s own company refuses %s %j: nobody could let its people in again',
  (type, data) => {
    expect(() => decide([old], type, data, { companyId: platformCompanyId })).toThrow(
      expect.objectContaining({ code: 'ERR_PLATFORM_COMPANY' }),
    );
    expect(decide([old], 'UpdateCompany', { phone: '11' }, { companyId: platformCompanyId })).toHaveLength(1);
  },
);

test('names are compared without case, accents and doubled blanks', () => {
  expect(nameKey('  Açaí  do JOÃO ')).toBe('acai do joao');
  expect(nameKey('Açaí 2')).not.toBe(nameKey('Açaí 3'));
});
