import { describe, expect, it } from 'vitest';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { ticketEvents } from '../../../../domain/ticket/events.ts';
import { messages } from '../messages/pt.ts';
import { isThreadLine, type Names, sentenceOf, type Translate } from './sentences.ts';

const t: Translate = (key, values = {}) =>
  ((messages[key] ?? `?${key}`).split(' |||| ').at((values.smart_count ?? 1) === 1 ? 0 : -1) ?? '').replace(
    /%\{(\w+)\}/gu,
    (_, name: string) => String(values[name] ?? ''),
  );
const names: Names = {
  queue: (id) => ({ q1: 'Suporte', q2: 'Vendas' })[id],
  user: (id) => ({ bruno: 'Bruno Lima' })[id],
  tag: (id) => ({ g1: 'Orçamento', g2: 'VIP' })[id],
};
const event = (type: string, data: Record<string, unknown> = {}, name = 'Ana Beatriz'): HistoryEventView => ({
  revision: 1,
  position: 1,
  type,
  at: '2026-11-21T14:02:00.000Z',
  actor: { kind: 'user', id: 'ana', name },
  data,
});

describe('the sentence of an event', () => {
  it('says who accepted', () => {
    expect(sentenceOf(event('TicketAccepted'), names, t)).toEqual({
      icon: 'accepted',
      title: 'Atendimento aceito',
      who: 'Ana Beatriz',
      text: 'Ana Beatriz aceitou',
    });
  });
  it.each([
    [{ queueId: 'q1', userId: null }, 'Ana Beatriz abriu o atendimento na fila Suporte'],
    [{ queueId: 'q1', userId: 'ana' }, 'Ana Beatriz abriu o atendimento na fila Suporte'],
    [{ queueId: null, userId: 'ana' }, 'Ana Beatriz abriu o atendimento'],
    [{ queueId: null, userId: 'bruno' }, 'Ana Beatriz abriu o atendimento para Bruno Lima'],
    [
      { queueId: 'q1', userId: 'gone' },
      'Ana Beatriz abriu o atendimento para usuário excluído na fila Suporte',
    ],
  ])('says who opened it, and for whom: %j', (data, text) => {
    expect(sentenceOf(event('TicketOpened', data), names, t).text).toBe(text);
  });
  it('says the name of who has left since, as the server has it', () => {
    const said = (type: string, data: Record<string, unknown>) =>
      sentenceOf({ ...event(type, data), userName: 'Davi Reis' }, names, t).text;
    const toDavi = { queueId: 'q1', userId: 'gone' };
    expect(said('TicketOpened', toDavi)).toBe(
      'Ana Beatriz abriu o atendimento para Davi Reis na fila Suporte',
    );
    expect(said('TicketTransferred', toDavi)).toContain('Davi Reis');
    // A colleague's present name is the list's.
    expect(said('TicketTransferred', { queueId: null, userId: 'bruno' })).toContain('Bruno Lima');
  });
  it('of a ticket that a contact began says where it came in', () => {
    const began = (data: object) =>
      sentenceOf(
        { ...event('TicketOpened', { ...data }), actor: { kind: 'contact', id: 'c', name: 'Sol' } },
        names,
        t,
      ).text;
    expect(began({ queueId: 'q2', userId: null })).toBe('Novo atendimento na fila Vendas');
    expect(began({ queueId: null, userId: null })).toBe('Novo atendimento');
  });
  it('names a contact whole: of an organisation the first word is nobody', () => {
    const actor = { kind: 'contact', id: 'p', name: 'Padaria Sol' } as const;
    const voted = { ...event('PollVoted', { choices: [] }), actor };
    expect(sentenceOf(voted, names, t).text).toBe('Padaria Sol tirou o voto');
  });
  it.each([
    ['agent', 'Ana Beatriz resolveu o atendimento'],
    ['auto', 'Resolvido sozinho, sem mensagens há muito tempo'],
    ['contact-merged', 'Resolvido porque o contato foi unido a outro: a conversa segue no atendimento dele'],
  ])('says why a ticket was resolved: %s', (reason, text) => {
    expect(sentenceOf(event('TicketResolved', { reason }), names, t).text).toBe(text);
  });
  it('says what was chosen in the menu of the bot, and why it handed over', () => {
    const said = (type: string, data: Record<string, unknown> = {}) =>
      sentenceOf(event(type, data), names, t);
    expect(said('BotChoiceMade', { title: 'Boleto' })).toMatchObject({
      icon: 'bot',
      text: 'O contato escolheu Boleto',
    });
    expect(said('BotHandedOver', { reason: 'wrong' }).text).toContain('não entendeu três vezes');
    for (const reason of ['asked', 'chosen', 'closed'])
      expect(said('BotHandedOver', { reason }).text).not.toContain('?');
    const byBot = {
      ...event('TicketTransferred', { queueId: 'q2' }),
      actor: { kind: 'system', id: 'bot', name: '' },
    };
    expect(sentenceOf(byBot, names, t).text).toBe('Robô transferiu para a fila Vendas');
    expect(isThreadLine(event('BotChoiceMade'))).toBe(true);
    expect(isThreadLine(event('BotMenuShown'))).toBe(false);
  });
  it.each([
    [{ reason: 'asked' }, 'O contato pediu um atendente'],
    [{ reason: 'chosen' }, 'O assistente decidiu passar a um atendente'],
    [{ reason: 'limit' }, 'O limite do dia foi atingido e o assistente passou a um atendente'],
    [{ reason: 'gone' }, 'O assistente não está mais disponível e passou a um atendente'],
    [
      { reason: 'limit', cause: 'loop' },
      'O assistente respondeu vezes demais em pouco tempo, talvez a outro robô, e passou a um atendente',
    ],
    [{ reason: 'failed', failure: 'slow' }, 'O assistente não respondeu a tempo e passou a um atendente'],
    [
      { reason: 'failed', failure: 'keys' },
      'O provedor recusou a chave e o assistente passou a um atendente',
    ],
    [
      { reason: 'failed', failure: 'refused' },
      'O provedor respondeu com erro e o assistente passou a um atendente',
    ],
    [
      { reason: 'failed', failure: 'odd' },
      'O provedor respondeu algo que não se entende e o assistente passou a um atendente',
    ],
    [
      { reason: 'failed', failure: 'refused', unheard: true },
      'O provedor não transcreveu a mensagem de voz (veja o modelo de transcrição do prompt) e o assistente passou a um atendente',
    ],
    [
      { reason: 'failed', failure: 'keys', unheard: true },
      'O provedor recusou a chave e o assistente passou a um atendente',
    ],
    [{ reason: 'failed', failure: 'unreachable' }, 'O assistente não respondeu e passou a um atendente'],
    // Written before it was known how.
    [{ reason: 'failed' }, 'O assistente não respondeu e passou a um atendente'],
  ])('says in the thread why an assistant is done: %o', (data, said) => {
    expect(sentenceOf(event('AssistantHandedOver', data), names, t).text).toBe(said);
    expect(isThreadLine(event('AssistantHandedOver', data))).toBe(true);
  });
  it('says who reacted with what, who took it back, and keeps what is withheld to itself', () => {
    const said = (type: string, data: Record<string, unknown>) =>
      sentenceOf(event(type, data), names, t).text;
    expect(said('MessageReacted', { emoji: '👍' })).toBe('Ana Beatriz reagiu com 👍');
    expect(said('MessageReacted', { emoji: '' })).toBe('Ana Beatriz tirou a reação');
    expect(said('MessageReacted', {})).toBe('Ana Beatriz reagiu a uma mensagem');
    expect(said('PollVoted', { choices: [1] })).toBe('Ana Beatriz votou na enquete');
    expect(said('PollVoted', { choices: [] })).toBe('Ana Beatriz tirou o voto');
    const failed = event('MessageReactionSettled', { failure: { code: 'X', reason: 'no' } });
    expect(sentenceOf(failed, names, t)).toMatchObject({
      icon: 'failed',
      text: 'A reação não chegou ao contato',
    });
  });
  it('names the kind of a message', () => {
    const title = (extra: object, mediaType = 'chat') =>
      sentenceOf(event('MessageReceived', { mediaType, extra }), names, t).title;
    expect(title({ poll: { options: [], choices: 1 } })).toBe('Mensagem recebida · Enquete');
    expect(title({ unknown: { kind: 'order' } })).toBe('Mensagem recebida · Pedido');
    expect(title({}, 'image')).toBe('Imagem recebida');
    expect(title({})).toBe('Mensagem recebida');
  });
  it('names the queue and the user of a transfer', () => {
    expect(sentenceOf(event('TicketTransferred', { queueId: 'q2', userId: 'bruno' }), names, t).text).toBe(
      'Ana Beatriz transferiu para Bruno Lima na fila Vendas',
    );
    expect(sentenceOf(event('TicketTransferred', { queueId: 'q2', userId: null }), names, t).text).toBe(
      'Ana Beatriz transferiu para a fila Vendas',
    );
  });
  it('names added and removed tags', () => {
    const tags = event('TicketTagsChanged', { tagIds: ['g1'], beforeTagIds: ['g2'] });
    expect(sentenceOf(tags, names, t).text).toBe(
      'Ana Beatriz adicionou a etiqueta Orçamento; Ana Beatriz removeu a etiqueta VIP',
    );
    const several = event('TicketTagsChanged', { tagIds: ['g1', 'g2'], beforeTagIds: [] });
    expect(sentenceOf(several, names, t).text).toBe('Ana Beatriz adicionou as etiquetas Orçamento, VIP');
  });
  it('names the lane of the board it was moved to', () => {
    const to = event('TicketLaneChanged', { tagId: 'g1', removed: ['g2'] });
    expect(sentenceOf(to, names, t).text).toBe('Ana Beatriz moveu para a coluna Orçamento');
    const out = event('TicketLaneChanged', { tagId: null, removed: ['g2'] });
    expect(sentenceOf(out, names, t).text).toBe('Ana Beatriz tirou da coluna do kanban');
  });
  it('tells a contact that was merged from one that came back out of that', () => {
    expect(sentenceOf(event('TicketContactChanged'), names, t).title).toBe('Contato unido');
    const { title, text } = sentenceOf(event('TicketContactChanged', { undone: true }), names, t);
    expect([title, text]).toEqual([
      'Contato separado',
      'Ana Beatriz desfez a união: o atendimento voltou ao seu contato',
    ]);
  });
  it('names the kind of a message that stands for itself', () => {
    expect(sentenceOf(event('MessageReceived', { mediaType: 'image' }, 'Marina'), names, t).title).toBe(
      'Imagem recebida',
    );
    expect(sentenceOf(event('MessageQueued', { mediaType: 'chat' }), names, t).title).toBe(
      'Mensagem enviada',
    );
  });
  it('shows an event of a later version by its type instead of failing', () => {
    expect(sentenceOf(event('TicketSnoozed'), names, t).title).toBe('TicketSnoozed');
  });
  it.each(Object.keys(ticketEvents))('has words for whatever stands in a ticket: %s', (type) => {
    const { icon, title } = sentenceOf(event(type), names, t);
    expect(icon).not.toBe('other');
    expect(title).not.toContain('?');
  });
  it('has every key for every known type', () => {
    for (const type of [
      'TicketOpened',
      'TicketReturned',
      'TicketResolved',
      'TicketReopened',
      'TicketRead',
      'TicketDeleted',
      'TicketErased',
      'TicketContactChanged',
      'TicketJoined',
      'TicketPrepared',
      'CampaignMessageQueued',
      'CampaignMessageSettled',
      'CampaignLeft',
      'MessageSent',
      'MessageAcknowledged',
      'MessageEdited',
      'MessageDeleted',
      'MessageFailed',
      'MessageRetried',
      'MessageChangeSettled',
      'ClaimLost',
    ]) {
      const sentence = sentenceOf(event(type), names, t);
      expect(`${sentence.title} ${sentence.text}`).not.toContain('?');
    }
  });
  it.each([
    ['yes', 'O contato confirmou à campanha'],
    ['no', 'O contato não confirmou à campanha'],
    ['none', 'O contato não respondeu à campanha a tempo'],
  ])('says what was answered to a campaign: %s', (answer, said) => {
    expect(sentenceOf(event('CampaignAnswered', { answer }), names, t).text).toBe(said);
  });
  it('says how far a campaign’s message came', () => {
    const read = event('CampaignMessageReached', { before: 'received', reached: 'read' });
    expect(sentenceOf(read, names, t)).toMatchObject({
      ...{ icon: 'acknowledged', text: 'O contato leu a mensagem da campanha' },
    });
  });
  it('says of a campaign’s message that it did not go out', () => {
    const failure = { code: 'ERR_X', reason: '' };
    const settled = event('CampaignMessageSettled', { outcome: 'failed', failure });
    expect(sentenceOf(settled, names, t)).toMatchObject({
      ...{ icon: 'failed', text: 'A mensagem da campanha não saiu' },
    });
  });
  it('says why a message did not go out, as the bubble does', () => {
    const failed = event('MessageFailed', { messageId: 'm', code: 'ERR_X', reason: '', cause: 'noFile' });
    expect(sentenceOf(failed, names, t).text).toBe(
      `O envio falhou: ${messages['tickets.failed.cause.noFile']}`,
    );
    // Of before there were causes.
    const before = event('MessageFailed', { messageId: 'm', code: 'ERR_OF_THEN', reason: 'Sem sinal' });
    expect(sentenceOf(before, names, (key, values) => (messages[key] ? t(key, values) : '')).text).toBe(
      'O envio falhou: Sem sinal',
    );
  });
  it('says that the app refused a change of a message', () => {
    const refused = event('MessageChangeSettled', { failure: { code: 'X', reason: 'too late' } });
    expect(sentenceOf(refused, names, t)).toMatchObject({
      icon: 'failed',
      text: 'O canal recusou a alteração',
    });
  });
  it("stands in the thread only for the ticket's own events", () => {
    expect([event('TicketAccepted'), event('TicketRead'), event('MessageSent')].map(isThreadLine)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
