import type { Page } from 'playwright-core';

/** A dialog of the console and how somebody comes to it. */
export interface DialogVisit {
  readonly name: string;
  /** The file of console/, or of a channel, that draws it: one that nobody visits fails a test. */
  readonly file: string;
  /** From anywhere in the console, signed in as the demo's admin. */
  readonly open: (page: Page, url: string) => Promise<void>;
  /** What shows that it is there. Default: a dialog. */
  readonly shown?: (page: Page) => ReturnType<Page['locator']>;
  /** Selector of what lies over the page with it. Default: that of the framework's dialogs. */
  readonly region?: string;
}

const at = async (page: Page, url: string, path: string) => {
  await page.goto(`${url}${path}`);
  await page.locator('main').waitFor();
};
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click();
const choose = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).first().click();
/** Asks the API as who is signed in. */
const call = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async ([how, where, text]) => {
      const answer = await fetch(`/api${where}`, {
        method: how,
        headers: {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          'content-type': 'application/json',
        },
        body: text,
      });
      if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`);
    },
    [method, path, JSON.stringify(body)] as const,
  );
/** As a super user's browser would see the companies; asked for by the demo's admin, the server would refuse. */
const companies = async (page: Page, url: string, tab = 'companies') => {
  const company = {
    ...{ id: 'c1', name: 'Casa Lume', email: 'oi@lume.example', phone: '', planId: 'p1', dueDate: null },
    ...{ plan: { id: 'p1', name: 'Básico', value: 99 }, status: true, trial: false, campaignsEnabled: true },
    ...{ timeZone: 'America/Sao_Paulo', schedules: [], billing: null },
    ...{ recurrence: 'MENSAL', recommendedBy: null, createdAt: '2026-01-01', deletedUntil: null },
  };
  const due = { companies: 0, value: 0 };
  await page.route(/\/api\/companies\?/, (route) =>
    route.fulfill({ json: { companies: [company], count: 1, hasMore: false, due } }),
  );
  await page.route('**/api/plans/all', (route) => route.fulfill({ json: [company.plan] }));
  await page.route('**/api/plans/use', (route) => route.fulfill({ json: [] }));
  await page.route(/\/api\/auth\/(me|refresh_token)$/, async (route) => {
    const answer = await route.fetch();
    const { user, ...body } = (await answer.json()) as { user?: object };
    // One has the person in it, the other is the person.
    await route.fulfill({
      response: answer,
      json: user ? { ...body, user: { ...user, super: true } } : { ...body, super: true },
    });
  });
  await at(page, url, `/settings/${tab}`);
};
/** The demo's richest conversation: every kind of message, an edit, a deletion. */
export const openMarina = async (page: Page, url: string): Promise<void> => {
  const id = await page.evaluate(async () => {
    const answer = await fetch('/api/tickets?status=open&showAll=true', {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    });
    const { tickets } = (await answer.json()) as { tickets: { id: string; contact: { name: string } }[] };
    return tickets.find(({ contact }) => contact.name === 'Marina Coutinho')?.id;
  });
  await at(page, url, `/tickets/${id}`);
  await page.getByRole('log').getByText('Combinado, obrigada!', { exact: false }).waitFor();
};
const testPhone = async (page: Page, url: string) => {
  await openMarina(page, url);
  const phone = page.getByRole('complementary', { name: 'Celular de teste' });
  // It is remembered as open, and may only be on its way: its button knows.
  const toggle = page.getByRole('button', { name: 'Celular de teste', exact: true });
  if ((await toggle.getAttribute('aria-pressed')) !== 'true') await toggle.click();
  await phone.waitFor();
};
const onBubble = async (page: Page, text: string, deed: string) => {
  const bubble = page.locator('.tk-m').filter({ hasText: text }).last();
  await bubble.hover();
  await bubble.getByRole('button', { name: 'Ações da mensagem' }).click();
  await choose(page, deed);
};

/** As if the demo's company had a campaign. */
const campaigns = async (page: Page, url: string) => {
  const campaign = {
    ...{ id: 'k1', name: 'Vitrine de Natal', status: 'INATIVA', editable: true, confirmation: true },
    ...{ confirmationWords: ['sim'], message1: 'Olá!', scheduledAt: null, completedAt: null },
    ...{ contactList: null, tagList: null, whatsapp: null, quietHours: false, mediaName: null },
    ...{ contactListId: null, tagListId: null, connection: null },
  };
  const report = {
    ...{ recipients: 12, waiting: 12, delivered: 0, failed: 0, leftOut: 0 },
    ...{ asked: 0, confirmationRequested: 0, confirmed: 0 },
    ...{ reasons: [], waitsUntil: null, waitsBecause: null, hourly: 163, nextInSeconds: null, endsAt: null },
    ...{ received: 0, read: 0, answered: 0, left: 0, variants: [], bestVariant: null },
  };
  await page.route('**/api/campaigns/k1', (route) => route.fulfill({ json: campaign }));
  await page.route('**/api/campaigns/k1/report', (route) => route.fulfill({ json: report }));
  await page.route('**/api/campaigns?*', (route) =>
    route.fulfill({ json: { records: [campaign], count: 1, hasMore: false, running: null } }),
  );
  await page.route('**/api/campaign-settings', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/contact-lists/list', (route) => route.fulfill({ json: [] }));
  await at(page, url, '/campaigns');
};
const elsewhere = {
  ...{ id: 's1', user: { id: 'u1', name: 'Bruno' }, address: '198.51.100.9', browser: 'Edge 142' },
  ...{ system: 'Windows', since: '2026-11-22T14:05:00.000Z', lastSeen: '2026-11-22T14:05:00.000Z' },
  ...{ online: false, secondStep: false, current: false, mayEnd: true },
};
const invoice = {
  ...{ id: 'i1', number: 1, detail: 'Plano Profissional, de 12/12/2026 a 12/01/2027', planId: 'p1' },
  ...{ planName: 'Profissional', value: 349.9, dueDate: '2026-12-12', until: '2027-01-12' },
  ...{ status: 'open', paidAt: null, surplus: 0 },
};
const charge = {
  ...{ invoiceId: 'i1', txid: '0'.repeat(32), qrcode: '00020126580014br.gov.bcb.pix6304ABCD' },
  ...{ valor: { original: '349.90' }, expiresAt: '2099-01-01T00:00:00.000Z', payPage: null },
};
/** As if the demo's company had something to pay. */
const checkout = async (page: Page, url: string) => {
  await page.route('**/api/invoices/all*', (route) =>
    route.fulfill({ json: { invoices: [invoice], count: 1, hasMore: false } }),
  );
  await page.route('**/api/plans/list', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/subscription', (route) => route.fulfill({ json: charge }));
  await at(page, url, '/financeiro');
  await press(page, /^Pagar a fatura/);
  await page.getByRole('dialog', { name: /^Pagar/ }).waitFor();
};
const held = {
  ...{ id: 'm1', ticketId: 't1', contact: { id: 'c1', name: 'Rui Novo' } },
  ...{ connection: { id: 'w1', name: 'Loja Centro' }, until: '2026-11-22T14:05:00.000Z' },
  reason: 'newContacts',
};
const parked = {
  id: 'p1',
  connection: { id: 'w1', name: 'Loja Centro' },
  kind: 'message',
  from: '5511955500000',
  name: 'Cliente',
  body: 'olá',
  reason: 'tooLarge',
  detail: 'ERR_TOO_LARGE',
  at: '2026-11-22T12:00:00.000Z',
};

/** As if somebody had become part of whichever contact is opened. */
const merged = {
  ...{ contactId: 'c2', name: 'Rui Antigo', number: '5511955500001', at: '2026-11-22T14:05:00.000Z' },
  ...{ by: { kind: 'user', id: 'u1', name: 'Ana' }, until: '2099-01-01T00:00:00.000Z' },
};
const erased = {
  contactId: 'c1',
  status: 'erased',
  at: '2026-11-22T12:00:00.000Z',
  completedAt: '2026-11-22T12:00:20.000Z',
  by: { kind: 'user', id: 'u1', name: 'Ana' },
  taken: { tickets: 2, messages: 7, notes: 1, files: 3, entries: 4 },
  sealedSince: '2026-11-02T12:00:00.000Z',
  position: 9,
};

/** Every dialog there is. */
export const dialogVisits: readonly DialogVisit[] = [
  {
    name: 'many queues, sought',
    file: 'plugins/tickets/list/multi-select.tsx',
    open: async (page, url) => {
      const queues = Array.from({ length: 12 }, (_, index) => ({
        ...{ id: `q${index}`, name: `Fila ${index + 1}`, color: '#4073d4', orderQueue: null },
      }));
      await page.route(/\/api\/queue(\?|$)/, (route) => route.fulfill({ json: queues }));
      await at(page, url, '/tickets');
      await press(page, /^Filas/);
    },
    shown: (page) => page.getByRole('dialog', { name: 'Filas' }),
  },
  {
    name: 'reactions',
    file: 'plugins/tickets/message/message-menu.tsx',
    open: async (page, url) => {
      await openMarina(page, url);
      const bubble = page.locator('.tk-m').filter({ hasText: 'Combinado, obrigada!' }).last();
      await bubble.hover();
      await bubble.getByRole('button', { name: 'Reagir', exact: true }).click();
    },
    shown: (page) => page.getByRole('dialog', { name: 'Reagir' }),
  },
  {
    name: 'palette',
    file: 'shell/layout/palette.tsx',
    open: async (page, url) => {
      await at(page, url, '/queues');
      await page.keyboard.press('Control+k');
    },
  },
  {
    name: 'keys',
    file: 'shell/layout/shortcut-list.tsx',
    open: async (page, url) => {
      await at(page, url, '/queues');
      await page.getByRole('link', { name: 'Nova fila' }).waitFor();
      await page.keyboard.press('?');
    },
  },
  {
    name: 'own profile',
    file: 'plugins/users/user-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/queues');
      await press(page, /^Conta: /);
      await choose(page, 'Perfil');
    },
  },
  {
    name: 'account security',
    file: 'plugins/account/security-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/queues');
      await press(page, /^Conta: /);
      await choose(page, 'Segurança da conta');
      await page.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor();
    },
  },
  {
    name: 'second step',
    file: 'plugins/account/totp-dialogs.tsx',
    open: async (page, url) => {
      await at(page, url, '/queues');
      await press(page, /^Conta: /);
      await choose(page, 'Segurança da conta');
      await press(page, 'Ligar');
      await page.getByRole('dialog', { name: 'Ligar a verificação em duas etapas' }).waitFor();
    },
  },
  {
    name: 'end of a session',
    file: 'plugins/account/sessions-tab.tsx',
    open: async (page, url) => {
      await page.route('**/api/sessions', (route) => route.fulfill({ json: [elsewhere] }));
      await at(page, url, '/users/sessions');
      await press(page, /^Encerrar todas, menos a minha|^Encerrar a sessão de/);
    },
  },
  {
    name: 'volume',
    file: 'plugins/tickets/notifications/volume-button.tsx',
    open: async (page, url) => {
      await at(page, url, '/queues');
      await press(page, 'Volume');
    },
  },
  {
    name: 'new ticket',
    file: 'plugins/tickets/new-ticket/new-ticket-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/tickets');
      await press(page, 'Novo atendimento');
    },
  },
  {
    name: 'peek',
    file: 'plugins/tickets/list/peek-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/tickets?tab=open&half=pending&showAll=true');
      const row = page.locator('[data-row]').first();
      await row.hover();
      await row.getByRole('button', { name: /^Espiar conversa/ }).click();
    },
  },
  {
    name: 'bell',
    file: 'plugins/tickets/notifications/bell.tsx',
    open: async (page, url) => {
      await at(page, url, '/tickets');
      await press(page, /^Notificações/);
    },
  },
  {
    name: 'transfer',
    file: 'plugins/tickets/transfer/transfer-dialog.tsx',
    open: async (page, url) => {
      await openMarina(page, url);
      await page.locator('.tk-th-acts').getByRole('button', { name: 'Transferir' }).click();
    },
  },
  {
    name: 'deletion of a ticket',
    file: 'plugins/tickets/conversation/dialogs.tsx',
    open: async (page, url) => {
      await openMarina(page, url);
      await page.locator('.tk-th-acts').getByRole('button', { name: 'Mais ações' }).click();
      await choose(page, 'Excluir atendimento');
    },
  },
  {
    name: 'deletion of a message',
    file: 'plugins/tickets/conversation/dialogs.tsx',
    open: async (page, url) => {
      await openMarina(page, url);
      await onBubble(page, 'Confirmando: entrega na quinta', 'Apagar');
    },
  },
  {
    name: 'versions of a message',
    file: 'plugins/tickets/message/versions.tsx',
    open: async (page, url) => {
      await openMarina(page, url);
      await press(page, /editada/);
    },
  },
  {
    name: 'picture',
    file: 'plugins/tickets/message/picture.tsx',
    open: async (page, url) => {
      await openMarina(page, url);
      await press(page, /^Ampliar imagem/);
    },
    region: '.yarl__portal',
  },
  {
    name: 'deletion of a note',
    file: 'plugins/tickets/notes/delete-note.tsx',
    open: async (page, url) => {
      await openMarina(page, url);
      await press(page, 'Adicionar observação');
      const note = page.getByRole('textbox', { name: 'Observação' });
      await note.fill('para apagar');
      await note.press('Control+Enter');
      await page.locator('.tk-pn').first().waitFor();
      await page.locator('.tk-pn-x').first().click();
    },
  },
  {
    name: 'contact',
    file: 'plugins/contacts/form/contact-dialog.tsx',
    open: async (page, url) => {
      await openMarina(page, url);
      await press(page, 'Editar contato');
    },
  },
  {
    name: 'contact of a ticket, over it',
    file: 'plugins/tickets/panel/contact-panel.tsx',
    open: async (page, url) => {
      await page.setViewportSize({ width: 1100, height: 800 });
      await openMarina(page, url);
      await press(page, /Dados do contato$/);
    },
  },
  // The test phone stays open from here on, where the panel would stand.
  {
    name: 'reactions of the test phone',
    file: 'channels/simulator/console/marks.tsx',
    open: async (page, url) => {
      await testPhone(page, url);
      const phone = page.getByRole('complementary', { name: 'Celular de teste' });
      // The demo's past was on no phone: a first message is.
      await phone.getByRole('textbox', { name: 'Mensagem do cliente' }).fill('oi');
      await phone.getByRole('textbox', { name: 'Mensagem do cliente' }).press('Enter');
      await phone.getByRole('button', { name: 'Reagir como cliente' }).last().click();
    },
    shown: (page) => page.getByRole('dialog', { name: 'Reagir como cliente' }),
  },
  {
    name: 'who writes on the test phone',
    file: 'channels/simulator/console/person-menu.tsx',
    open: async (page, url) => {
      await testPhone(page, url);
      await press(page, /^Cliente: /);
    },
  },
  {
    name: 'faults of the test phone',
    file: 'channels/simulator/console/faults-menu.tsx',
    open: async (page, url) => {
      await testPhone(page, url);
      await press(page, 'Simular uma falha');
    },
  },
  {
    name: 'emoji',
    file: 'shell/ui/emoji-button.tsx',
    open: async (page, url) => {
      await openMarina(page, url);
      await press(page, 'Emoji');
    },
    shown: (page) => page.locator('.emoji-paper'),
  },
  {
    name: 'deletion of a contact',
    file: 'plugins/contacts/contact-dialogs.tsx',
    open: async (page, url) => {
      await at(page, url, '/contacts');
      await press(page, /^Excluir /);
    },
  },
  {
    name: 'merging two contacts',
    file: 'plugins/contacts/merge-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/contacts');
      await press(page, /^Mais ações: /);
      await choose(page, /^Unir .* a outro contato$/);
    },
  },
  {
    name: 'undoing the merge of two contacts',
    file: 'plugins/contacts/form/merged-contacts.tsx',
    open: async (page, url) => {
      await page.route('**/api/contacts/*/merges', (route) => route.fulfill({ json: { merges: [merged] } }));
      await at(page, url, '/contacts');
      await press(page, /^Editar /);
      await page.getByRole('dialog').getByRole('button', { name: 'Desfazer', exact: true }).click();
      await page.getByRole('button', { name: 'Desfazer a união' }).waitFor();
    },
  },
  {
    name: 'personal data of a contact',
    file: 'plugins/contacts/personal-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/contacts');
      await press(page, /^Mais ações: /);
      await choose(page, /^Dados pessoais de /);
    },
  },
  {
    name: 'certificate of an erasure',
    file: 'plugins/contacts/erased-dialog.tsx',
    open: async (page, url) => {
      // Nobody of the demo is erased for it: the server's answers are played.
      await page.route(/\/api\/contacts\/[^/]+\/(erase|erasure)$/, (route) =>
        route.fulfill({ json: erased }),
      );
      await at(page, url, '/contacts');
      await press(page, /^Mais ações: /);
      await choose(page, /^Dados pessoais de /);
      await press(page, 'Apagar os dados…');
      const field = page.getByLabel(/^Digite .+ para confirmar$/);
      const [, typed = ''] =
        /^Digite (.+) para confirmar/.exec(
          ((await page.getByRole('dialog').locator('label').textContent()) ?? '').trim(),
        ) ?? [];
      await field.fill(typed);
      await page.getByRole('dialog').getByRole('button', { name: 'Apagar os dados' }).click();
      await page.getByText('Mensagens: 7', { exact: false }).waitFor();
    },
  },
  {
    name: 'days of contacts',
    file: 'shell/ui/days-filter.tsx',
    open: async (page, url) => {
      await at(page, url, '/contacts');
      await press(page, /Cadastro/);
    },
    shown: (page) => page.locator('.MuiPopover-paper'),
  },
  {
    name: 'how to verify the log elsewhere',
    file: 'plugins/audit/chain-line.tsx',
    open: async (page, url) => {
      await at(page, url, '/audit');
      await press(page, 'Como conferir fora daqui');
    },
  },
  {
    name: 'import of contacts',
    file: 'plugins/contacts/files/import-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/contacts');
      await press(page, 'Importar e exportar');
      await choose(page, 'Importar planilha…');
    },
  },
  {
    name: 'user',
    file: 'plugins/users/user-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/users');
      await press(page, 'Novo usuário');
    },
  },
  {
    name: 'deletion of a user',
    file: 'plugins/users/users-page.tsx',
    open: async (page, url) => {
      await at(page, url, '/users');
      await press(page, /^Excluir /);
    },
  },
  {
    name: 'bot of a connection tried out',
    file: 'plugins/connections/bot-test.tsx',
    open: async (page, url) => {
      await at(page, url, '/connections');
      await press(page, /^Editar /);
      await press(page, 'Testar o robô');
      await page.getByRole('log', { name: 'Conversa de teste' }).waitFor();
    },
    shown: (page) => page.getByRole('dialog', { name: 'Testar o robô' }),
  },
  {
    name: 'connection',
    file: 'plugins/connections/connection-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/connections');
      await press(page, 'Nova conexão');
    },
  },
  {
    name: 'what waits its turn',
    file: 'plugins/connections/noticed-list.tsx',
    open: async (page, url) => {
      await page.route('**/api/held*', (route) => route.fulfill({ json: { held: [held], hasMore: false } }));
      await at(page, url, '/connections');
      await page.getByRole('button', { name: 'Ver lista', exact: true }).click();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'what could not be taken in',
    file: 'plugins/connections/noticed-list.tsx',
    open: async (page, url) => {
      // As if something were: damage is not made on purpose here.
      await page.route('**/api/parked*', (route) =>
        route.fulfill({ json: { parked: [parked], hasMore: false } }),
      );
      await at(page, url, '/connections');
      await page.getByRole('button', { name: 'Ver', exact: true }).click();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'deletion of a connection',
    file: 'plugins/connections/connections-page.tsx',
    open: async (page, url) => {
      await at(page, url, '/connections');
      await press(page, /^Excluir /);
    },
  },
  {
    name: 'new queue',
    file: 'plugins/records/form.tsx',
    open: async (page, url) => {
      await at(page, url, '/queues');
      await follow(page, /^Nova /);
    },
    shown: (page) => page.getByRole('region', { name: 'Nova fila' }),
    region: '.qe-page',
  },
  ...['tags', 'quick-messages'].map(
    (path): DialogVisit => ({
      name: `new record of ${path}`,
      file: 'plugins/records/form.tsx',
      open: async (page, url) => {
        await at(page, url, `/${path}`);
        await follow(page, /^Nova /);
      },
    }),
  ),
  {
    name: 'an announcement',
    file: 'plugins/announcements/board.tsx',
    open: async (page, url) => {
      const one = {
        ...{
          id: 'a1',
          title: 'Manutenção domingo',
          text: 'Das 2h às 4h.',
          priority: 1,
          status: true,
          read: false,
        },
        ...{ mediaPath: null, mediaPathUrl: null, mediaName: null },
        ...{ createdAt: '2026-11-21T12:00:00.000Z', updatedAt: '2026-11-21T12:00:00.000Z' },
      };
      await page.route(/\/api\/announcements[/-]/, (route) =>
        route.fulfill({ json: route.request().method() === 'GET' ? { records: [one] } : { read: ['a1'] } }),
      );
      await at(page, url, '/tickets');
      await press(page, 'Informativos: 1 novo');
      await press(page, /Manutenção domingo/);
    },
  },
  {
    name: 'limit of a lane',
    file: 'plugins/kanban/limit-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/kanban');
      await press(page, 'Opções de Em aberto');
      await choose(page, 'Limite');
    },
  },
  {
    name: 'move of a card on a phone',
    file: 'plugins/kanban/move-menu.tsx',
    open: async (page, url) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await at(page, url, '/kanban');
      await press(page, /^Mover /);
    },
  },
  ...(
    [
      ['a contact list', 'list-dialog.tsx', '', 'Nova lista'],
      ['somebody of a contact list', 'item-dialog.tsx', 'contacts', 'Novo contato'],
      ['deletion of a contact list', 'lists-page.tsx', '', /^Excluir/],
      ['deletion of somebody of a contact list', 'items-page.tsx', 'contacts', /^Excluir/],
    ] as const
  ).map(
    ([name, file, where, button]): DialogVisit => ({
      name,
      file: `plugins/contact-lists/${file}`,
      open: async (page, url) => {
        await at(page, url, '/contact-lists');
        await call(page, 'POST', '/contact-lists', { name: 'Clientes' });
        await at(page, url, '/contact-lists');
        if (where !== '') {
          await follow(page, 'Clientes');
          if (typeof button !== 'string') {
            await press(page, 'Novo contato');
            await page.getByRole('dialog').getByLabel('Nome').fill('Bia Prates');
            await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
          }
        }
        await press(page, button);
      },
    }),
  ),
  {
    name: 'deliveries to a webhook',
    file: '../records/webhook/deliveries.tsx',
    open: async (page, url) => {
      await at(page, url, '/webhooks');
      const webhook = { name: 'ERP', url: 'https://erp.example', events: ['ticket.closed'] };
      await call(page, 'POST', '/webhooks', webhook);
      await press(page, /^Entregas de/);
    },
  },
  {
    name: 'a token',
    file: 'plugins/external-api/token-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/messages-api/tokens');
      await press(page, 'Novo token');
    },
  },
  {
    name: 'a token taken back',
    file: 'plugins/external-api/tokens-tab.tsx',
    open: async (page, url) => {
      await at(page, url, '/messages-api/tokens');
      await call(page, 'POST', '/tokens', { name: 'Site', scopes: ['messages:send'] });
      await press(page, /^Revogar/);
    },
  },
  {
    name: 'a chat',
    file: 'plugins/chats/chat-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/chats');
      await press(page, 'Nova conversa');
    },
  },
  {
    name: 'deletion of a chat',
    file: 'plugins/chats/chats-page.tsx',
    open: async (page, url) => {
      await at(page, url, '/chats');
      await page.evaluate(async () => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          'content-type': 'application/json',
        };
        const colleagues: { id: string }[] = await (await fetch('/api/users/list', { headers })).json();
        const body = { title: 'Equipe', users: colleagues.slice(0, 2).map(({ id }) => id) };
        await fetch('/api/chats', { method: 'POST', headers, body: JSON.stringify(body) });
      });
      await at(page, url, '/chats');
      await follow(page, /Equipe/);
      await press(page, 'Excluir conversa');
    },
  },
  {
    name: 'a schedule',
    file: 'plugins/schedules/schedule-dialog.tsx',
    open: async (page, url) => {
      await at(page, url, '/schedules');
      await press(page, 'Novo agendamento');
    },
  },
  {
    name: 'deletion of a schedule',
    file: 'plugins/schedules/deeds.tsx',
    open: async (page, url) => {
      await at(page, url, '/schedules');
      await page.evaluate(async () => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          'content-type': 'application/json',
        };
        const { contacts } = await (await fetch('/api/contacts?pageNumber=1', { headers })).json();
        const body = {
          contactId: contacts[0].id,
          body: 'Até amanhã!',
          sendAt: new Date(Date.now() + 3_600_000),
        };
        await fetch('/api/schedules', { method: 'POST', headers, body: JSON.stringify(body) });
      });
      await at(page, url, '/schedules');
      await page.getByRole('tab', { name: /^Agenda$/ }).click();
      await press(page, /^Excluir/);
    },
  },
  {
    name: 'chats in the bar',
    file: 'plugins/chats/popover.tsx',
    open: async (page, url) => {
      await at(page, url, '/tickets');
      await press(page, 'Chat interno');
    },
  },
  {
    name: 'a campaign',
    file: 'plugins/campaigns/campaign-dialog.tsx',
    open: async (page, url) => {
      await campaigns(page, url);
      await press(page, /^Editar Vitrine/);
    },
  },
  {
    name: 'start of a campaign from its report',
    file: 'plugins/campaigns/not-begun.tsx',
    open: async (page, url) => {
      await campaigns(page, url);
      await at(page, url, '/campaign/k1/report');
      await press(page, /^Iniciar/);
    },
  },
  {
    name: 'deletion of a campaign',
    file: 'plugins/campaigns/campaigns-page.tsx',
    open: async (page, url) => {
      await campaigns(page, url);
      await press(page, /^Excluir Vitrine/);
    },
  },
  {
    name: 'hours of a queue',
    file: 'plugins/records/form.tsx',
    open: async (page, url) => {
      await at(page, url, '/queues');
      await page.evaluate(() =>
        fetch('/api/settings/scheduleType', {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${localStorage.getItem('token')}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ value: 'queue' }),
        }),
      );
      await at(page, url, '/queues');
      await follow(page, 'Editar Suporte');
      await page.getByRole('tab', { name: 'Horários de atendimento' }).click();
    },
    shown: (page) => page.getByRole('region', { name: 'Suporte' }),
    region: '.qe-page',
  },
  {
    name: 'deletion of a record',
    file: 'plugins/records/row-actions.tsx',
    open: async (page, url) => {
      await at(page, url, '/tags');
      await press(page, /^Excluir /);
    },
  },
  {
    name: 'deletion of several records',
    file: 'plugins/records/rows.tsx',
    open: async (page, url) => {
      await at(page, url, '/tags');
      await page.locator('tbody input[type=checkbox]').first().check();
      await page.locator('[data-test=bulk-actions-toolbar]').getByRole('button', { name: 'Excluir' }).click();
    },
  },
  {
    name: 'deletion of an option',
    file: 'plugins/records/form.tsx',
    open: async (page, url) => {
      await at(page, url, '/queues');
      await follow(page, 'Editar Suporte');
      await page.getByRole('tab', { name: 'Opções do robô' }).click();
      await press(page, 'Nova opção');
      await press(page, 'Nova opção dentro de Nova opção');
      await press(page, 'Mais ações: Nova opção');
      await choose(page, 'Excluir');
      await page.getByRole('dialog').filter({ hasText: 'vai junto' }).waitFor();
    },
  },
  {
    name: 'checkout of an invoice',
    file: 'plugins/billing/checkout.tsx',
    open: async (page, url) => {
      await checkout(page, url);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'code to pay by',
    file: 'plugins/billing/pix-step.tsx',
    open: async (page, url) => {
      await checkout(page, url);
      const dialog = page.getByRole('dialog');
      for (const [label, text] of [
        ['Nome', 'Ana'],
        ['Endereço', 'Rua das Flores, 1'],
        ['Cidade', 'Recife'],
        ['CEP', '50000-000'],
      ] as const)
        await dialog.getByLabel(label, { exact: true }).fill(text);
      await press(page, 'Próximo');
      await dialog.getByRole('radio', { name: /Profissional/ }).waitFor();
      await press(page, 'Próximo');
      await dialog.getByText('Rua das Flores, 1', { exact: false }).waitFor();
      await dialog.getByRole('button', { name: 'Pagar', exact: true }).click();
      await page.getByRole('dialog', { name: /^Pix de/ }).waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'a company',
    file: 'plugins/companies/company-dialog.tsx',
    open: async (page, url) => {
      await companies(page, url);
      await press(page, 'Editar Casa Lume');
      await page.getByRole('dialog').waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'a company that is deleted',
    file: 'plugins/companies/companies-tab.tsx',
    open: async (page, url) => {
      await companies(page, url);
      await press(page, 'Excluir Casa Lume');
      await page.getByRole('dialog').waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'a plan that is deleted',
    file: 'plugins/companies/plans-tab.tsx',
    open: async (page, url) => {
      await companies(page, url, 'plans');
      await press(page, 'Excluir Básico');
      await page.getByRole('dialog').waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'a key that is removed',
    file: 'plugins/settings/integration-key.tsx',
    open: async (page, url) => {
      await at(page, url, '/settings');
      await call(page, 'PUT', '/settings/asaas', { value: 'chave-de-teste-do-asaas' });
      await at(page, url, '/settings/integrations');
      await press(page, 'Remover: Chave do ASAAS');
    },
  },
  {
    name: 'a role that is deleted',
    file: 'plugins/roles/delete-role.tsx',
    open: async (page, url) => {
      const name = `Papel ${Math.random().toString(36).slice(2, 8)}`;
      await at(page, url, '/users');
      await call(page, 'POST', '/roles', { name, rules: [] });
      await at(page, url, '/users/roles');
      await press(page, new RegExp(`^${name}`));
      await press(page, 'Excluir papel');
    },
  },
  {
    name: 'a page that is left unsaved',
    file: 'shell/form/leaving.tsx',
    open: async (page, url) => {
      await at(page, url, '/campaigns-config');
      await page.getByLabel('Intervalo aleatório').selectOption('5');
      await page.getByRole('link', { name: 'Contatos', exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'a role that is left unsaved',
    file: 'plugins/roles/roles-tab.tsx',
    open: async (page, url) => {
      await at(page, url, '/users/roles');
      await press(page, 'Novo papel');
      await page.getByRole('textbox', { name: 'Nome' }).fill('Financeiro');
      await press(page, /^Supervisor/);
    },
  },
  {
    name: 'a setting that erases',
    file: 'plugins/settings/option-row.tsx',
    open: async (page, url) => {
      await at(page, url, '/settings');
      await page.getByRole('combobox', { name: 'Guardar contatos' }).selectOption('12');
    },
  },
  {
    name: 'a logo that is removed',
    file: 'plugins/settings/logo-tab.tsx',
    open: async (page, url) => {
      await page.route('**/api/auth/me', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), super: true } });
      });
      const logo = { ref: 'login', own: false, url: '/icon.svg' };
      await page.route('**/api/logos', (route) => route.fulfill({ json: [logo] }));
      await at(page, url, '/settings/logo');
      await press(page, 'Remover: Entrada');
      await page.getByRole('dialog').waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'a help video',
    file: 'plugins/helps/helps-page.tsx',
    open: async (page, url) => {
      const help = {
        id: 'h1',
        title: 'Primeiros passos',
        video: 'no code',
        description: 'Por onde começar.',
      };
      await page.route('**/api/helps/list', (route) => route.fulfill({ json: [help] }));
      await at(page, url, '/helps');
      await press(page, 'Assistir: Primeiros passos');
      await page.getByRole('dialog').waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'code of a connection',
    file: 'plugins/connections/qr-dialog.tsx',
    open: async (page, url) => {
      // Last: it leaves a connection behind.
      await at(page, url, '/connections');
      await press(page, 'Nova conexão');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Nome', { exact: true }).fill(`Loja ${Math.random().toString(36).slice(2, 8)}`);
      const greeting = dialog.getByLabel(/^Saudação/);
      await greeting.fill('Olá!');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await page.getByRole('dialog', { name: /^Conectar / }).waitFor();
    },
  },
];
