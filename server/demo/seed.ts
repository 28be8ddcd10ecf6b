import { hashPassword } from '../../api/auth/passwords.ts';
import { pretendChannel } from '../../channels/known.ts';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { type DemoCompany, demoId, replayConversations } from './replay.ts';
import { seedWorkAhead } from './work-ahead.ts';

const tagColors = {
  Orçamento: '#b88002',
  Recompra: '#04869c',
  Garantia: '#068e58',
  Obra: '#875cc6',
  Atraso: '#c24562',
  VIP: '#c05008',
} as const;

/** Those that are lanes of the board. */
const lanes = new Set(['Orçamento', 'Garantia', 'Atraso']);

export interface Seed {
  readonly desk: Desk;
  readonly state: StateStore;
  readonly media: MediaStore;
  readonly now: Date;
  /** Of all demo accounts, and of nobody else. */
  readonly password: string;
}

const context = (companyId: string, ...name: readonly string[]): Context => ({
  companyId,
  actor: { kind: 'system', id: 'demo' },
  commandId: demoId('seed', companyId, ...name),
});

/**
 * The demo: company 'Demo' with queues, tags, agents and a simulated connection, 30 backdated conversations, a team's chat,
 * messages and a campaign that wait for their time, and a second company, so that isolation can be seen. Each part is done once; a start cut short goes on where it stopped.
 */
export async function seedDemo(seed: Seed): Promise<void> {
  if ((await seed.state.get('demo/done')) !== undefined) return;
  const once = async (name: string, work: () => Promise<unknown>) => {
    if ((await seed.state.get(`demo/step/${name}`)) !== undefined) return;
    await work();
    await seed.state.set(`demo/step/${name}`, true);
  };
  const passwordHash = await hashPassword(seed.password);
  const company = await seedDemoCompany(seed, passwordHash, once);
  await once('other', () => seedOtherCompany(seed, passwordHash));
  for (const [key, userId] of Object.entries({ ...demoUsers, other: otherUserId })) {
    const companyId = key === 'other' ? otherCompanyId : demoCompanyId;
    await seed.desk.users.changePassword(
      { ...context(companyId), commandId: demoId(passwordHash, key) },
      { userId, passwordHash },
    );
  }
  await replayConversations(
    { desk: seed.desk, media: seed.media, company, now: seed.now },
    {
      isDone: async (index) => (await seed.state.get(`demo/conversation/${index}`)) !== undefined,
      done: async (index) => void (await seed.state.set(`demo/conversation/${index}`, true)),
    },
  );
  // Only now may a gateway connect: what the conversations say was sent must not be sent.
  await once('connection', () => connectDemo(seed, company));
  await seedWorkAhead({ desk: seed.desk, company, adminId: demoUsers.admin, now: seed.now, once });
  await seed.state.set('demo/done', true);
}

/** Returns the channel of the demo's connections. @throws where nothing but real networks is there: real people would be written to */
function demoChannel(): string {
  if (!pretendChannel)
    throw new Error('this build has no channel with pretended customers: start with DEMO=0');
  return pretendChannel.kind;
}

async function connectDemo({ desk }: Seed, { companyId, connectionId, queues }: DemoCompany): Promise<void> {
  await desk.connections.create(context(companyId, 'connection'), {
    connectionId,
    name: 'Loja Centro',
    channel: demoChannel(),
    isDefault: true,
    queueIds: [queues.Suporte],
  });
  await desk.connections.requestSession(context(companyId, 'connection', 'start'), {
    connectionId,
    wanted: 'start',
  });
}

export const demoUsers = {
  admin: demoId('user', 'admin'),
  ana: demoId('user', 'ana'),
  bruno: demoId('user', 'bruno'),
} as const;
export const demoCompanyId = demoId('company', 'demo');
export const demoConnectionId = demoId('connection', 'demo');
export const otherCompanyId = demoId('company', 'other');
const otherUserId = demoId('user', 'other');

/** Replies for everybody, by shortcode. */
const quickMessages: Readonly<Record<string, string>> = {
  oi: '{{greeting}}, {{firstName}}! Aqui é {{agent}}, da Casa Lume. Em que posso ajudar?',
  pix: '{{firstName}}, a chave Pix da Casa Lume é financeiro@casalume.example. Envie o comprovante com o protocolo {{protocol}}.',
  'pix-link': 'Este é o link de pagamento do seu pedido: https://casalume.example/pagar',
  piso: 'Para pendentes sobre a mesa, deixe 75 cm entre o tampo e a luminária; sobre o piso, pelo menos 2,10 m.',
  prazo: 'A entrega na capital leva até 2 dias úteis; nas demais cidades, de 3 a 7.',
};

async function seedDemoCompany(
  seed: Seed,
  passwordHash: string,
  once: (name: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<DemoCompany> {
  const { desk } = seed;
  const companyId = demoCompanyId;
  const queues = { Suporte: demoId('queue', 'Suporte'), Vendas: demoId('queue', 'Vendas') };
  const tags = Object.fromEntries(Object.keys(tagColors).map((name) => [name, demoId('tag', name)]));
  const connectionId = demoConnectionId;
  await once('company', () =>
    desk.companies.create(context(companyId, 'company'), { name: 'Demo', email: 'contato@demo.example' }),
  );
  // Its conversations are there to be looked at, also on the days after.
  await once('settings', () =>
    desk.companies.setSetting(context(companyId, 'settings'), { key: 'autoCloseHours', value: '0' }),
  );
  await once('queues', async () => {
    const queue = desk.records('queue');
    await queue.create(context(companyId, 'queue', 'Suporte'), {
      id: queues.Suporte,
      name: 'Suporte',
      color: '#875cc6',
      orderQueue: 1,
    });
    await queue.create(context(companyId, 'queue', 'Vendas'), {
      id: queues.Vendas,
      name: 'Vendas',
      color: '#4073d4',
      orderQueue: 2,
      greetingMessage: 'Oi {{firstName}}! Conte o que você quer iluminar.',
    });
  });
  await once('tags', async () => {
    for (const [name, color] of Object.entries(tagColors)) {
      await desk.records('tag').create(context(companyId, 'tag', name), {
        id: tags[name] as string,
        name,
        color,
        kanban: lanes.has(name) ? 1 : 0,
      });
    }
  });
  await once('quick-messages', async () => {
    for (const [shortcode, message] of Object.entries(quickMessages))
      await desk.records('quickMessage').create(context(companyId, 'quick', shortcode), {
        id: demoId('quick', shortcode),
        shortcode,
        message,
        geral: true,
        userId: demoUsers.admin,
      });
  });
  const user = (key: keyof typeof demoUsers, name: string, profile: 'admin' | 'user', queueIds: string[]) =>
    once(`user-${key}`, () =>
      desk.users.create(context(companyId, 'user', key), {
        userId: demoUsers[key],
        name,
        email: `${key}@demo.example`,
        profile,
        queueIds,
        passwordHash,
      }),
    );
  await user('admin', 'Clara Nogueira', 'admin', [queues.Suporte, queues.Vendas]);
  await user('ana', 'Ana', 'user', [queues.Suporte]);
  await user('bruno', 'Bruno', 'user', [queues.Vendas]);
  return {
    companyId,
    connectionId,
    queues,
    tags,
    users: { ana: { id: demoUsers.ana, name: 'Ana' }, bruno: { id: demoUsers.bruno, name: 'Bruno' } },
  };
}

async function seedOtherCompany(seed: Seed, passwordHash: string): Promise<void> {
  const companyId = otherCompanyId;
  await seed.desk.companies.create(context(companyId, 'company'), {
    name: 'Outra Empresa',
    email: 'contato@other.example',
  });
  const queueId = demoId('queue', 'other');
  await seed.desk
    .records('queue')
    .create(context(companyId, 'queue'), { id: queueId, name: 'Geral', color: '#068e58', orderQueue: 1 });
  await seed.desk.users.create(context(companyId, 'user'), {
    userId: otherUserId,
    name: 'Paula Prado',
    email: 'admin@other.example',
    profile: 'admin',
    queueIds: [queueId],
    passwordHash,
  });
  const connectionId = demoId('connection', 'other');
  await seed.desk.connections.create(context(companyId, 'connection'), {
    connectionId,
    name: 'Matriz',
    channel: demoChannel(),
    isDefault: true,
    queueIds: [queueId],
  });
  await seed.desk.connections.requestSession(context(companyId, 'connection', 'start'), {
    connectionId,
    wanted: 'start',
  });
}
