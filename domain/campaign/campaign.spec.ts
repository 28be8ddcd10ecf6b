import { expect, it } from 'vitest';
import {
  type CampaignCommand,
  type CampaignContent,
  type CampaignState,
  campaignDecider,
} from './campaign.ts';
import type { CampaignEvent } from './events.ts';
import { campaignSettingsDecider, defaultCampaignSettings } from './settings.ts';

const now = '2026-12-02T12:00:00.000Z';
const tomorrow = '2026-12-03T12:00:00.000Z';
const five = (text: string) => [text, '', '', '', ''];
const content: CampaignContent = {
  ...{ name: 'Volta às aulas', messages: five('Olá!'), confirmationMessages: five('') },
  ...{ confirmation: false, confirmationWords: ['sim'], scheduledAt: null, connectionId: 'w' },
  ...{ contactListId: null, tagListId: 't', fileListId: null, queueId: null, quietHours: false },
};

/** A campaign and the clock it is asked by. */
function campaign(more: Partial<CampaignContent> = {}) {
  let state: CampaignState = campaignDecider.initial;
  const give = (type: CampaignCommand['type'], data: object = {}, at = now): readonly CampaignEvent[] => {
    const metadata = { companyId: 'c', actor: { kind: 'user', id: 'ana' }, commandId: 'x', at };
    const events = campaignDecider.decide({ type, data, metadata } as never, state);
    for (const event of events) state = campaignDecider.evolve(state, event, at);
    return events;
  };
  const types = (...given: Parameters<typeof give>) => give(...given).map(({ type }) => type);
  give('CreateCampaign', { ...content, ...more, campaignId: 'k', userId: 'ana' });
  return { give, types, status: () => state.status, state: () => state };
}
const refusal = (code: string) => expect.objectContaining({ code });
const finished = { type: 'CampaignFinished', data: { campaignId: 'k' } } as const;

it.each([
  [{ name: ' ' }, { name: 'required' }],
  [{ name: '\u200b\u2060\u200d' }, { name: 'required' }],
  [{ name: 'V' }, { name: 'tooShort' }],
  [{ name: 'V'.repeat(51) }, { name: 'tooLong' }],
  [
    { scheduledAt: tomorrow, messages: five(' '), connectionId: null, tagListId: null },
    { connectionId: 'required', contactListId: 'required', message1: 'required' },
  ],
  [
    { scheduledAt: tomorrow, confirmation: true, confirmationWords: [] },
    { confirmationMessage1: 'required', confirmationWords: 'required' },
  ],
])('%j is refused', (more, errors) => {
  expect(() => campaign(more)).toThrow(expect.objectContaining({ errors }));
});

it('a name alone is enough until it is to begin', () => {
  const { give, status } = campaign({ messages: five(''), connectionId: null, tagListId: null });
  expect(status()).toBe('INATIVA');
  expect(() => give('StartCampaign')).toThrow(refusal('ERR_VALIDATION'));
});

it('with a time it is scheduled, and without one again it is not', () => {
  expect(campaign().status()).toBe('INATIVA');
  const { give, status } = campaign({ scheduledAt: tomorrow });
  expect(status()).toBe('PROGRAMADA');
  give('UpdateCampaign', { scheduledAt: null });
  expect(status()).toBe('INATIVA');
});

it('is begun by hand at once, which is its time then, and once', () => {
  const { give, types, state } = campaign();
  expect(give('StartCampaign')).toEqual([
    { type: 'CampaignStarted', data: { campaignId: 'k', scheduledAt: now } },
  ]);
  expect(types('StartCampaign')).toEqual([]);
  expect(state()).toMatchObject({ status: 'EM_ANDAMENTO', content: { scheduledAt: now } });
});

it('is cancelled and goes on; changed meanwhile it stays cancelled until it is told to', () => {
  const { types, give, status } = campaign();
  expect(() => give('RestartCampaign')).toThrow(refusal('ERR_CAMPAIGN_STATE'));
  expect(() => give('CancelCampaign')).toThrow(refusal('ERR_CAMPAIGN_STATE'));
  give('StartCampaign');
  expect(types('CancelCampaign')).toEqual(['CampaignCancelled']);
  expect(types('CancelCampaign')).toEqual([]);
  expect(types('UpdateCampaign', { name: 'Outra', scheduledAt: tomorrow })).toEqual(['CampaignUpdated']);
  expect(status()).toBe('CANCELADA');
  expect(() => give('StartCampaign')).toThrow(refusal('ERR_CAMPAIGN_STATE'));
  expect(types('RestartCampaign')).toEqual(['CampaignStarted']);
  expect(status()).toBe('EM_ANDAMENTO');
});

it('that could not begin or go on is not cancelled for what was changed since', () => {
  const { give, types, status } = campaign({ scheduledAt: tomorrow });
  const { scheduledAt, connectionId, contactListId, tagListId } = { ...content, scheduledAt: tomorrow };
  const seen = { status: 'PROGRAMADA', scheduledAt, connectionId, contactListId, tagListId };
  give('UpdateCampaign', { contactListId: 'another' });
  expect(types('CancelCampaign', { code: 'ERR_NO_CONTACT_LIST_FOUND', seen })).toEqual([]);
  expect(status()).toBe('PROGRAMADA');
  expect(give('CancelCampaign', { code: 'x', seen: { ...seen, contactListId: 'another' } })).toEqual([
    { type: 'CampaignCancelled', data: { campaignId: 'k', code: 'x' } },
  ]);
  give('RestartCampaign');
  give('StartCampaign');
  const running = { ...seen, status: 'EM_ANDAMENTO', scheduledAt: now };
  expect(types('CancelCampaign', { code: 'x', seen: running })).toEqual([]);
  expect(types('CancelCampaign', { code: 'x', seen: { ...running, contactListId: 'another' } })).toEqual([
    'CampaignCancelled',
  ]);
});

it('going on, it began when it first did; one that was stopped before it had begun waits for its time, or begins now', () => {
  const begun = campaign();
  begun.give('StartCampaign');
  begun.give('CancelCampaign', {}, '2026-12-02T15:00:00.000Z');
  begun.give('RestartCampaign', {}, '2026-12-02T16:00:00.000Z');
  expect(begun.state()).toMatchObject({ content: { scheduledAt: now } });
  const early = campaign({ scheduledAt: tomorrow });
  early.give('CancelCampaign');
  early.give('RestartCampaign');
  expect(early.state()).toMatchObject({ status: 'PROGRAMADA', content: { scheduledAt: tomorrow } });
  expect(early.types('StartCampaign', { isDue: true }, tomorrow)).toEqual(['CampaignStarted']);
  const late = campaign({ scheduledAt: tomorrow });
  late.give('CancelCampaign', { code: 'late' }, '2026-12-05T12:00:00.000Z');
  late.give('RestartCampaign', {}, '2026-12-06T12:00:00.000Z');
  expect(late.state()).toMatchObject({ content: { scheduledAt: '2026-12-06T12:00:00.000Z' } });
  const another = campaign({ scheduledAt: tomorrow });
  another.give('CancelCampaign', { code: 'late' }, '2026-12-05T12:00:00.000Z');
  another.give('UpdateCampaign', { scheduledAt: '2026-12-24T12:00:00.000Z' }, '2026-12-06T12:00:00.000Z');
  expect(another.status()).toBe('CANCELADA');
  another.give('RestartCampaign', {}, '2026-12-06T12:00:00.000Z');
  expect(another.state()).toMatchObject({
    status: 'PROGRAMADA',
    content: { scheduledAt: '2026-12-24T12:00:00.000Z' },
  });
});

it('one that begins within the hour, runs or is over is not changed', () => {
  const soon = campaign({ scheduledAt: '2026-12-02T13:00:00.000Z' });
  expect(() => soon.give('UpdateCampaign', { name: 'Outra' })).toThrow(refusal('ERR_CAMPAIGN_LOCKED'));
  expect(soon.types('UpdateCampaign', { name: 'Outra' }, '2026-12-02T11:59:59.999Z')).toHaveLength(1);
  const running = campaign();
  running.give('StartCampaign');
  for (const [type, data] of [
    ['UpdateCampaign', { name: 'Outra' }],
    ['SetCampaignMedia', { media: { id: 'm' } }],
  ] as const)
    expect(() => running.give(type, data)).toThrow(refusal('ERR_CAMPAIGN_LOCKED'));
  const over = campaignDecider.evolve(running.state(), finished, now);
  expect(over).toMatchObject({ status: 'FINALIZADA' });
  const metadata = { companyId: 'c', actor: { kind: 'user', id: 'ana' }, commandId: 'x', at: now } as const;
  const update = { type: 'UpdateCampaign', data: { name: 'Outra' }, metadata } as const;
  expect(() => campaignDecider.decide(update, over)).toThrow(refusal('ERR_CAMPAIGN_LOCKED'));
});

it('one that runs is stopped before it is deleted', () => {
  const { give, types } = campaign();
  give('StartCampaign');
  expect(() => give('DeleteCampaign')).toThrow(refusal('ERR_CAMPAIGN_STATE'));
  give('CancelCampaign');
  expect(types('DeleteCampaign')).toEqual(['CampaignDeleted']);
  expect(() => give('RestartCampaign')).toThrow(refusal('ERR_NO_CAMPAIGN_FOUND'));
});

it('two who change different fields, or different texts, at once keep both', () => {
  const { give, state } = campaign();
  give('UpdateCampaign', { messages: [undefined, 'Oi!'] });
  give('UpdateCampaign', { messages: ['Bom dia!'], quietHours: true });
  give('UpdateCampaign', { name: 'Natal' });
  expect(state()).toMatchObject({
    content: { name: 'Natal', messages: ['Bom dia!', 'Oi!', '', '', ''], quietHours: true },
  });
});

it('words that confirm are one whatever their case and accents: the first stays', () => {
  const { give, state } = campaign();
  give('UpdateCampaign', { confirmationWords: ['Sim', ' sim', 'É', 'e', 'ok'] });
  expect(state()).toMatchObject({ content: { confirmationWords: ['Sim', 'É', 'ok'] } });
});

it('what changes nothing says nothing', () => {
  const { types } = campaign();
  expect(types('UpdateCampaign', { name: ' Volta às aulas ' })).toEqual([]);
  expect(types('SetCampaignMedia', { media: undefined })).toEqual([]);
  expect(types('SetCampaignMedia', { media: { id: 'm' } })).toEqual(['CampaignMediaChanged']);
});

const change = (data: object, settings = defaultCampaignSettings) =>
  campaignSettingsDecider.decide(
    { type: 'ChangeCampaignSettings', data, metadata: {} as never },
    { status: 'present', settings },
  );

it('settings begin as 20, 20 and 60; a variable’s key counts once', () => {
  expect(campaignSettingsDecider.initial.settings).toMatchObject({
    ...{ messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60, variables: [] },
    leavingWords: ['SAIR', 'PARAR', 'STOP'],
  });
  expect(change({ messageInterval: 20 })).toEqual([]);
  const twice = [
    { key: 'loja', value: 'Centro' },
    { key: ' loja ', value: 'Norte' },
  ];
  expect(change({ variables: twice })[0]?.data).toMatchObject({
    variables: [{ key: 'loja', value: 'Centro' }],
    greaterInterval: 60,
  });
});

it('words and variables are one whatever their case and accents: the first stays', () => {
  const words = ['SAIR', 'sair ', 'Não', 'nao', 'STOP'];
  const variables = [
    { key: 'Loja', value: 'Centro' },
    { key: 'loja', value: 'Norte' },
  ];
  expect(change({ leavingWords: words, variables })[0]?.data).toMatchObject({
    leavingWords: ['SAIR', 'Não', 'STOP'],
    variables: [{ key: 'Loja', value: 'Centro' }],
  });
});

it('a variable of a name of the product’s is refused; one that was saved before stays until it is taken out', () => {
  const old = [{ key: 'name', value: 'x' }];
  const settings = { ...campaignSettingsDecider.initial.settings, variables: old };
  const after = (data: object) => change(data, settings);
  for (const key of ['name', 'FirstName', ' greeting', 'agent'])
    expect(() => change({ variables: [{ key, value: 'x' }] })).toThrow(
      expect.objectContaining({ errors: { variables: 'builtIn' }, details: { variables: [key.trim()] } }),
    );
  expect(after({ messageInterval: 5 })[0]?.data).toMatchObject({ messageInterval: 5, variables: old });
  expect(after({ variables: [...old, { key: 'loja', value: 'y' }] })[0]?.data.variables).toHaveLength(2);
  expect(() => after({ variables: [...old, { key: 'date', value: 'y' }] })).toThrow('settings of campaigns');
  expect(after({ variables: [] })[0]?.data.variables).toEqual([]);
});

it.each([
  [{ messageInterval: 30 }, { messageInterval: 'invalid' }],
  [
    { longerIntervalAfter: 2, greaterInterval: 70 },
    { longerIntervalAfter: 'invalid', greaterInterval: 'invalid' },
  ],
  [{ variables: [{ key: ' ', value: 'x' }] }, { variables: 'required' }],
  [{ leavingWords: [] }, { leavingWords: 'required' }],
])('settings %j are refused', (data, errors) => {
  expect(() => change(data)).toThrow(expect.objectContaining({ errors }));
});
