import type { Page } from 'playwright-core';
import type { CampaignReport } from '../../contract/campaign.ts';
import type { ConnectionView } from '../../contract/connection.ts';
import type { ContactView } from '../../contract/contact.ts';
import type { UserView } from '../../contract/user.ts';
import { apiWith, tokenOf } from '../../testing/browser/people.ts';

/** Resolves with the API's answer to who is signed in. @throws Error on a refusal */
export async function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return apiWith({ url: new URL(page.url()).origin }, await tokenOf({ page }))<T>(method, path, body);
}

const customers = [
  'Adélia Prado Nunes',
  'Breno Tavares',
  'Cecília Rocha',
  'Davi Lacerda',
  'Elisa Fontes',
  'Fábio Quintela',
  'Glória Sampaio',
  'Heloísa Brandt',
  'Ivo Carneiro',
  'Janaína Lopes',
];

/**
 * Resolves with the id of the campaign that has come to all of a list of customers; added beside it are one that waits
 * for its hour, and a draft.
 */
async function addCampaigns(page: Page, whatsappId: string): Promise<string> {
  const list = await call<{ id: string }>(page, 'POST', '/contact-lists', { name: 'Clientes do inverno' });
  for (const [at, name] of customers.entries())
    await call(page, 'POST', '/contact-list-items', {
      name,
      number: `55119${95_700_120 + at * 7}`,
      email: at % 3 === 0 ? `cliente${at}@exemplo.com.br` : '',
      contactListId: list.id,
    });
  await call(page, 'POST', '/contact-lists', { name: 'Arquitetos e parceiros' });
  const of = { whatsappId, contactListId: list.id };
  const message1 = 'Oi, {{firstName}}! As luminárias da nova linha chegaram. Quer ver?';
  const sent = await call<{ id: string }>(page, 'POST', '/campaigns', {
    ...of,
    name: 'Nova linha de luminárias',
    message1,
  });
  await call(page, 'POST', `/campaigns/${sent.id}/start`);
  await call(page, 'POST', '/campaigns', {
    ...of,
    name: 'Natal na loja',
    message1,
    scheduledAt: new Date(Date.now() + 9 * 86_400_000).toISOString(),
  });
  await call(page, 'POST', '/campaigns', { ...of, name: 'Pesquisa de janeiro', message1 });
  return sent.id;
}

/** Messages that will go out in the days around today. */
async function addSchedules(page: Page): Promise<void> {
  const { contacts } = await call<{ contacts: ContactView[] }>(page, 'GET', '/contacts?pageNumber=1');
  const texts = [
    'O boleto vence amanhã',
    'Sua arandela chegou',
    'Confirmamos a instalação',
    'Como foi a visita?',
  ];
  for (const [at, body] of texts.entries()) {
    const sendAt = new Date(Date.now() + (at + 1) * 26 * 3_600_000).toISOString();
    await call(page, 'POST', '/schedules', { contactId: contacts[at]?.id, body, sendAt });
  }
}

async function addChat(page: Page, colleague: Page): Promise<void> {
  const { users } = await call<{ users: UserView[] }>(page, 'GET', '/users?pageNumber=1');
  const others = users.filter(({ email }) => /^(ana|bruno)@/.test(email)).map(({ id }) => ({ id }));
  const chat = await call<{ id: string }>(page, 'POST', '/chats', { title: 'Turno da manhã', users: others });
  for (const [who, message] of [
    [page, 'Bom dia! O caminhão da transportadora atrasou de novo.'],
    [page, 'Quem tem entrega hoje avisa o cliente antes das dez, por favor.'],
    [colleague, 'Já avisei os três da zona sul. A Marina prefere retirar na loja.'],
    [page, 'Ótimo, obrigada! Subi o texto novo nas respostas rápidas: /prazo'],
  ] as const)
    await call(who, 'POST', `/chats/${chat.id}/messages`, { message });
}

/**
 * Resolves with the campaign that has a report, once the demo's company is filled with what a first start does not
 * have.
 * @param page its admin's; `colleague`: Ana's
 */
export async function addSamples(page: Page, colleague: Page): Promise<string> {
  const connections = await call<ConnectionView[]>(page, 'GET', '/whatsapp');
  const campaignId = await addCampaigns(page, connections[0]!.id);
  await addSchedules(page);
  await addChat(page, colleague);
  const queues = await call<{ id: string }[]>(page, 'GET', '/queue');
  await call(page, 'POST', '/prompt', {
    name: 'Vendedora',
    prompt: 'Você atende a loja de luminárias e responde em até duas frases.',
    apiKey: 'sk-exemplo',
    queueId: queues[0]?.id,
  });
  await call(page, 'POST', '/files', {
    name: 'Catálogos',
    message: 'Os catálogos da casa',
    options: [],
  });
  // Its pace is that of a person: the report shows a campaign under way.
  for (let looks = 0; looks < 120; looks++) {
    const { delivered } = await call<CampaignReport>(page, 'GET', `/campaigns/${campaignId}/report`);
    if (delivered > 0) break;
    await page.waitForTimeout(500);
  }
  return campaignId;
}

/** Two plans, and companies that are due soon, late, or later. */
export async function addPlatformSamples(page: Page): Promise<void> {
  const { id: planId } = await call<{ id: string }>(page, 'POST', '/plans', {
    name: 'Profissional',
    users: 5,
    connections: 2,
    queues: 5,
    value: 349.9,
  });
  await call(page, 'POST', '/plans', {
    name: 'Essencial',
    users: 2,
    connections: 1,
    queues: 2,
    value: 149.9,
  });
  for (const [name, days] of [
    ['Ótica Girassol', -5],
    ['Móveis Araucária', 3],
    ['Ateliê Lume', 24],
  ] as const)
    await call(page, 'POST', '/companies', {
      name,
      email: `contato${days + 5}@empresas.example`,
      phone: '11955500310',
      planId,
      dueDate: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
      password: 'girassol amarelo 73',
    });
}
