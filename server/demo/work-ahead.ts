import type { Context, Desk } from '../../domain/desk/desk.ts';
import { conversations } from './conversations.ts';
import { type DemoCompany, demoId } from './replay.ts';

/** What there is of the demo's company beside its conversations. */
interface WorkAhead {
  readonly desk: Desk;
  readonly company: DemoCompany;
  readonly adminId: string;
  readonly now: Date;
  /** Does a part unless an earlier start did. */
  readonly once: (name: string, work: () => Promise<unknown>) => Promise<unknown>;
}

type Member = 'clara' | 'ana' | 'bruno';

/** What colleagues said; minutes before now. */
const teamTalk: readonly { readonly ago: number; readonly from: Member; readonly text: string }[] = [
  { ago: 190, from: 'clara', text: 'Pessoal, a tabela nova de preços vale a partir de hoje.' },
  { ago: 187, from: 'bruno', text: 'Recebida. O showroom abre no sábado?' },
  { ago: 184, from: 'clara', text: 'Abre, das 9h às 14h. Podem oferecer a visita 😊' },
  { ago: 42, from: 'ana', text: 'Chegou o lote dos pendentes de cobre. Quem esperava já pode ser avisado.' },
  { ago: 39, from: 'bruno', text: 'Ótimo, agendo as mensagens agora.' },
];

/** Messages that go out by themselves: so many days from now, to whom of the conversations. */
const later: readonly { readonly days: number; readonly number: string; readonly body: string }[] = [
  {
    days: 1,
    number: '5511955500142',
    body: 'Oi, {{firstName}}! Seus pendentes chegaram. Quer que a gente entregue ou prefere retirar no showroom?',
  },
  {
    days: 3,
    number: '5541955500119',
    body: '{{firstName}}, passando para saber se a peça da garantia resolveu. Ficou tudo certo?',
  },
  {
    days: 8,
    number: '551333330404',
    body: 'Olá! Vence amanhã a proposta das luminárias do lobby. Posso renovar por mais 15 dias?',
  },
];

const hourMs = 3_600_000;
/** Returns ten in the morning, in São Paulo, so many days from now. */
const morning = (now: Date, days: number): string => {
  const day = new Date(now.getTime() - 3 * hourMs + days * 24 * hourMs).toISOString().slice(0, 10);
  return new Date(`${day}T10:00:00-03:00`).toISOString();
};

/** Fills what else a desk is used for: its team's chat, messages that wait for their time, and a campaign with its list. */
export async function seedWorkAhead(work: WorkAhead): Promise<void> {
  await work.once('team-chat', () => seedTeamChat(work));
  await work.once('schedules', () => seedSchedules(work));
  await work.once('campaign', () => seedCampaign(work));
}

const contextOf =
  ({ company, adminId }: WorkAhead, part: string) =>
  (name: string | number, at?: string, userId = adminId): Context => ({
    companyId: company.companyId,
    actor: { kind: 'user', id: userId },
    commandId: demoId(part, name),
    ...(at !== undefined && { at }),
  });

async function seedTeamChat(work: WorkAhead): Promise<void> {
  const { desk, company, adminId, now } = work;
  const ids = { clara: adminId, ana: company.users.ana.id, bruno: company.users.bruno.id };
  const userIds = Object.values(ids);
  const context = contextOf(work, 'team-chat');
  const at = (ago: number) => new Date(now.getTime() - ago * 60_000).toISOString();
  const chatId = demoId('chat', 'team');
  await desk.chats.create(context('chat', at(teamTalk[0]!.ago + 1)), {
    chatId,
    title: 'Equipe Casa Lume',
    userIds,
    ownerId: adminId,
  });
  let upTo = 0;
  for (const [index, { ago, from, text }] of teamTalk.entries()) {
    const messageId = demoId('chat-message', index);
    const said = { chatId, messageId, userId: ids[from], body: text };
    ({ position: upTo } = await desk.chats.send(context(index, at(ago), ids[from]), said));
  }
  for (const userId of userIds)
    await desk.chats.read(context(`read ${userId}`, undefined, userId), { chatId, userId, upTo });
}

async function seedSchedules(work: WorkAhead): Promise<void> {
  const { desk, company, now } = work;
  const context = contextOf(work, 'schedule');
  for (const [index, { days, number, body }] of later.entries()) {
    const name = conversations.find((one) => one.number === number)?.name ?? '';
    const { contactId } = await desk.contacts.ensure(context(`contact ${index}`), {
      numbers: [number],
      name,
      origin: 'demo',
    });
    await desk.schedules.create(context(index), {
      scheduleId: demoId('schedule', index),
      contactId,
      body,
      sendAt: morning(now, days),
      connectionId: company.connectionId,
      queueId: company.queues.Vendas,
      userId: company.users.bruno.id,
      recurrence: null,
      cancelOnReply: index === 1,
    });
  }
}

async function seedCampaign(work: WorkAhead): Promise<void> {
  const { desk, company, adminId, now } = work;
  const context = contextOf(work, 'campaign');
  const people = new Map(conversations.slice(0, 12).map(({ number, name }) => [number, name]));
  const { listId } = await desk.contactLists.create(context('list'), { name: 'Clientes do showroom' });
  await desk.contactLists.add(context('items'), {
    listId,
    items: [...people].map(([number, name]) => ({
      itemId: demoId('list-item', number),
      name,
      number,
      email: '',
    })),
  });
  await desk.campaigns.create(context('campaign'), {
    campaignId: demoId('campaign', 'showroom'),
    name: 'Semana da luz',
    messages: [
      'Oi, {{firstName}}! Na semana da luz, todo pendente sai com 15 % e a instalação é por nossa conta.',
      '{{firstName}}, começa a semana da luz: 15 % em pendentes, com instalação. Posso separar algum?',
      '',
      '',
      '',
    ],
    confirmation: false,
    confirmationMessages: ['', '', '', '', ''],
    confirmationWords: [],
    scheduledAt: morning(now, 6),
    connectionId: company.connectionId,
    contactListId: listId,
    tagListId: null,
    fileListId: null,
    queueId: company.queues.Vendas,
    quietHours: true,
    userId: adminId,
  });
}
