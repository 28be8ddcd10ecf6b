import { setTimeout } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContactView, ContactWithTickets } from '../../contract/contact.ts';
import { answerNumberQuestion, type NumberAnswer, numberQuestions } from '../../messaging/number-check.ts';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

type Answer = ContactView & {
  alreadyExists?: boolean;
  existingContact?: ContactView;
  invalido?: boolean;
  error?: string;
  errors?: Record<string, string>;
  details?: Record<string, unknown>;
};

describe('contacts over HTTP', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let admin: { authorization: string };
  let context: { companyId: string; actor: { kind: 'system'; id: string } };

  const ask = async <T = Answer>(method: string, url: string, payload?: object, more = {}) => {
    const answer = await api.app.inject({
      method: method as 'GET',
      url,
      headers: { ...admin, ...more },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: (answer.body === '' ? undefined : answer.json()) as T };
  };
  const create = (values: object, more = {}) => ask('POST', '/api/contacts', values, more);
  const list = (query = '') =>
    ask<{ contacts: ContactView[]; count: number; hasMore: boolean }>('GET', `/api/contacts${query}`);
  const names = async (query = '') => (await list(query)).body.contacts.map(({ name }) => name);

  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    const { companyId, email } = await api.company('Loja');
    context = { companyId, actor: { kind: 'system', id: 'test' } };
    admin = await api.signIn(email);
  });

  it.each([
    ['+55 (11) 98765-4321'],
    ['11 98765-4321'],
    ['5511987654321'],
    ['551187654321'],
    ['55 11 8765 4321'],
  ])('a number written %s is found to be the one there is', async (written) => {
    const first = await create({ name: 'Marina', number: '5511987654321', email: 'marina@example.org' });
    expect(first.status).toBe(201);
    expect(first.body.alreadyExists).toBeUndefined();
    const again = await create({ name: 'Outra', number: written });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      alreadyExists: true,
      existingContact: { id: first.body.id, name: 'Marina' },
    });
    expect((await list()).body.count).toBe(1);
  });

  it.each([
    ['a hidden id', { number: '123456789012@lid' }, 'number'],
    ['the id of a group', { number: '120363000000000@g.us' }, 'number'],
    ['more digits than any number has', { number: '9'.repeat(21) }, 'number'],
    ['an e-mail without end', { email: `${'a'.repeat(300)}@example.org` }, 'email'],
    [
      'a field with a name without end',
      { extraInfo: [{ id: 'x'.repeat(101), name: 'a', value: '' }] },
      'extraInfo.0.id',
    ],
  ])('is not saved with %s', async (_, values, field) => {
    const fields = { name: 'Marina', number: '5511987654321' };
    const refused = await create({ ...fields, ...values });
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_VALIDATION']);
    expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
    const { id } = (await create(fields)).body;
    const changed = await ask('PUT', `/api/contacts/${id}`, { ...fields, ...values });
    expect(changed.status).toBe(400);
    expect((await list()).body.contacts).toMatchObject([{ ...fields, email: '', extraInfo: [] }]);
  });

  it('keeps what two people changed of it at the same time, each another field', async () => {
    const { id } = (await create({ name: 'Marina', number: '5511987654321' })).body;
    const changes = [{ name: 'Marina Alves' }, { email: 'marina@example.org' }];
    const saved = await Promise.all(changes.map((change) => ask('PATCH', `/api/contacts/${id}`, change)));
    expect(saved.map(({ status }) => status)).toEqual([200, 200]);
    const info = [{ id: 'a', name: 'Tamanho', value: 'M' }];
    const last = await ask('PATCH', `/api/contacts/${id}`, { extraInfo: info });
    const { name, email, number, extraInfo } = last.body;
    expect({ name, email, number, extraInfo }).toEqual({
      name: 'Marina Alves',
      email: 'marina@example.org',
      number: '5511987654321',
      extraInfo: info,
    });
    expect((await ask('PATCH', `/api/contacts/${id}`, { number: '' })).body.errors).toEqual({
      number: 'required',
    });
    expect((await ask('PATCH', `/api/contacts/${id}`, { email: '' })).body).toMatchObject({
      email: '',
      name,
    });
  });

  it('has a name of one line, without marks that turn the reading direction', async () => {
    const name = 'Ana\nMaria \u202egro.elpmaxe';
    expect((await create({ name, number: '5511987654321' })).body.name).toBe('Ana Maria gro.elpmaxe');
    const unseen = await create({ name: '\u200b\u2060', number: '5511987654322' });
    expect([unseen.status, unseen.body.errors]).toEqual([400, { name: 'required' }]);
    const long = await create({ name: 'a'.repeat(1_001), number: '5511987654322' });
    expect([long.status, long.body.errors]).toEqual([400, { name: 'tooLong' }]);
  });

  it('keeps what two people wrote beside it at the same time, each another information', async () => {
    const cpf = { id: '1', name: 'CPF', value: '123' };
    const { id } = (await create({ name: 'Marina', number: '5511987654321', extraInfo: [cpf] })).body;
    const before = { extraInfo: [cpf] };
    const added = [
      { id: 'a', name: 'Tamanho', value: 'M' },
      { id: 'b', name: 'Cidade', value: 'Recife' },
    ];
    const saved = await Promise.all(
      added.map((one) => ask('PATCH', `/api/contacts/${id}`, { extraInfo: [cpf, one], before })),
    );
    expect(saved.map(({ status }) => status)).toEqual([200, 200]);
    const last = await ask('PATCH', `/api/contacts/${id}`, { extraInfo: [{ ...cpf, value: '9' }], before });
    expect(last.body.extraInfo).toHaveLength(3);
    expect(last.body.extraInfo).toEqual(expect.arrayContaining([{ ...cpf, value: '9' }, ...added]));
    const whole = Array.from({ length: 50 }, (_, at) => ({ id: `n${at}`, name: 'N', value: `${at}` }));
    const many = await ask('PATCH', `/api/contacts/${id}`, { extraInfo: whole, before: { extraInfo: [] } });
    expect([many.status, many.body.errors]).toEqual([400, { extraInfo: 'tooLong' }]);
  });

  it('gives each information an id of its own, also beside those that came without', async () => {
    const extraInfo = [
      { id: '2', name: 'CPF', value: '1' },
      { name: 'RG', value: '2' },
    ];
    const { body } = await create({ name: 'Marina', number: '5511987654321', extraInfo });
    expect(body.extraInfo).toEqual([
      { id: '2', name: 'CPF', value: '1' },
      { id: '2-2', name: 'RG', value: '2' },
    ]);
  });

  it('keeps e-mail and extra information that a PUT leaves out', async () => {
    const kept = { email: 'marina@example.org', extraInfo: [{ id: '1', name: 'CPF', value: '1' }] };
    const { id } = (await create({ name: 'Marina', number: '5511987654321', ...kept })).body;
    const named = { name: 'Marina Alves', number: '5511987654321' };
    const renamed = await ask('PUT', `/api/contacts/${id}`, named);
    expect([renamed.status, renamed.body]).toMatchObject([200, { ...named, ...kept }]);
  });

  it('of whom only a hidden id is known is renamed, and keeps what it is reached by', async () => {
    const { contactId, position } = await api.desk.contacts.ensure(context, {
      ...{ numbers: ['123456789012@lid'], name: 'Marina' },
    });
    await api.reached(position);
    const renamed = await ask('PUT', `/api/contacts/${contactId}`, { name: 'Marina Alves', number: '' });
    expect([renamed.status, renamed.body]).toMatchObject([200, { name: 'Marina Alves', number: '' }]);
    const known = await create({ name: 'Outra', number: '5511987654321' });
    const without = await ask('PUT', `/api/contacts/${known.body.id}`, { name: 'Outra', number: '' });
    expect([without.status, without.body.errors]).toEqual([400, { number: 'required' }]);
  });

  it('a request that is repeated is the same contact, not one that existed', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await create({ name: 'Marina', number: '5511987654321' }, key);
    const second = await create({ name: 'Marina', number: '5511987654321' }, key);
    expect(second.body).toEqual(first.body);
  });

  it('ten who save one number at once make one contact, and all are told of it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        create({ name: `Marina ${index}`, number: index % 2 === 0 ? '5511987654321' : '551187654321' }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.alreadyExists)).toHaveLength(1);
  });

  it.each([
    [{ name: 'Z', number: '5511987654321' }, { name: 'tooShort' }],
    [{ name: 'Zé', number: '1234567' }, { number: 'tooShort' }],
    [{ name: 'Z'.repeat(51), number: '5511987654321' }, { name: 'tooLong' }],
    [{ name: 'Zé', number: '5511987654321', email: 'zé@' }, { email: 'invalidEmail' }],
    [{ number: '5511987654321' }, { name: 'required' }],
    [{ name: '\u200b\u2060', number: '5511987654321' }, { name: 'required' }],
    [{ name: 'Zé', number: 'no digits here' }, { number: 'invalid' }],
  ])('%j is refused at its field', async (values, errors) => {
    const { status, body } = await create(values);
    expect([status, body.error]).toEqual([400, 'ERR_VALIDATION']);
    expect(body.errors).toEqual(errors);
  });

  it('takes a number that is JSON’s own, and an e-mail that is null', async () => {
    const { status, body } = await create({ name: 'Marina', number: 5511987654321, email: null });
    expect([status, body]).toMatchObject([201, { number: '5511987654321', email: '' }]);
    const fields = { name: 'Mari', number: 5511987654321, email: null };
    const changed = await ask('PUT', `/api/contacts/${body.id}`, fields);
    expect([changed.status, changed.body.name]).toEqual([200, 'Mari']);
  });

  it('a change that names no number is told that it is required, as a creation is', async () => {
    const { body } = await create({ name: 'Marina', number: '5511987654321' });
    for (const refused of [
      await create({ name: 'Marina' }),
      await ask('PUT', `/api/contacts/${body.id}`, { name: 'Marina' }),
    ])
      expect([refused.status, refused.body.errors]).toEqual([400, { number: 'required' }]);
  });

  it('extra information is kept, changed and removed', async () => {
    const values = { name: 'Marina', number: '5511987654321', extraInfo: [{ name: 'CPF', value: '1' }] };
    const { body: contact } = await create(values);
    expect(contact.extraInfo).toEqual([{ id: '1', name: 'CPF', value: '1' }]);
    const changed = await ask('PUT', `/api/contacts/${contact.id}`, {
      ...values,
      extraInfo: [...contact.extraInfo, { name: 'Cidade', value: 'Santos' }],
    });
    expect(changed.body.extraInfo.map(({ name }) => name)).toEqual(['CPF', 'Cidade']);
    const emptied = await ask('PUT', `/api/contacts/${contact.id}`, { ...values, extraInfo: [] });
    expect(emptied.body.extraInfo).toEqual([]);
  });

  it("a number is not changed to another contact's", async () => {
    const { body: marina } = await create({ name: 'Marina', number: '5511987654321' });
    const { body: paulo } = await create({ name: 'Paulo', number: '5511987650000' });
    const { status, body } = await ask('PUT', `/api/contacts/${paulo.id}`, {
      name: 'Paulo',
      number: '11 8765-4321',
    });
    expect([status, body.error]).toEqual([409, 'ERR_DUPLICATED_CONTACT']);
    expect(body.details).toEqual({ contactId: marina.id });
    expect(body.errors).toEqual({ number: 'ERR_DUPLICATED_CONTACT' });
  });

  it('shows uuid, that it is there, and the tickets that whoever asks may see, the newest first', async () => {
    const { id } = (await create({ name: 'Marina', number: '5511987654321' })).body;
    const other = (await create({ name: 'Nilo', number: '5511987654322' })).body;
    expect([other.uuid, other.active]).toEqual([other.id, true]);
    const [support, sales] = [uuidv7(), uuidv7()];
    const opened = async (queueId: string) => {
      const made = await api.desk.tickets.open(context, {
        ...{ contactId: id, connectionId: uuidv7(), queueId, userId: null, status: 'pending' },
      });
      await api.reached((await api.desk.tickets.resolve(context, { ticketId: made.ticketId })).position);
      return made.ticketId;
    };
    await api.desk.records('queue').create(context, { id: support, name: 'Suporte', color: '#4073d4' });
    await api.desk.records('queue').create(context, { id: sales, name: 'Vendas', color: '#4073d5' });
    const [first, second] = [await opened(support), await opened(sales)];
    const user = { name: 'Ana', email: `ana-${id}@example.org`, profile: 'user' as const };
    const passwordHash = await hashPassword('correct horse 42');
    const added = await api.desk.users.create(context, { ...user, queueIds: [support], passwordHash });
    await api.reached(added.position);
    const tickets = async (headers = {}) => {
      const { contacts } = (
        await ask<{ contacts: ContactWithTickets[] }>('GET', '/api/contacts', undefined, headers)
      ).body;
      expect(contacts.map(({ name }) => name)).toEqual(['Marina', 'Nilo']);
      expect(contacts[1]!.tickets).toEqual([]);
      const one = (await ask<ContactWithTickets>('GET', `/api/contacts/${id}`, undefined, headers)).body;
      expect(one.tickets).toEqual(contacts[0]!.tickets);
      return one.tickets;
    };
    const seen = await tickets();
    expect(seen.map((ticket) => ticket.id)).toEqual([second, first]);
    expect(seen[0]).toEqual({ id: second, uuid: second, status: 'closed', updatedAt: expect.any(String) });
    expect((await tickets(await api.signIn(user.email))).map((ticket) => ticket.id)).toEqual([first]);
  });

  it('lists 20 a page by name, whatever its case and accents, and counts all', async () => {
    const all = [
      'ágata',
      'Bia',
      'bruno',
      'Álvaro',
      'zoe',
      ...Array.from({ length: 20 }, (_, i) => `m ${10 + i}`),
    ];
    for (const [index, name] of all.entries())
      await create({ name, number: `55119876543${String(index).padStart(2, '0')}` });
    const first = (await list()).body;
    expect(first).toMatchObject({ count: 25, hasMore: true });
    expect(first.contacts).toHaveLength(20);
    expect(first.contacts.slice(0, 5).map(({ name }) => name)).toEqual([
      'ágata',
      'Álvaro',
      'Bia',
      'bruno',
      'm 10',
    ]);
    const second = (await list('?pageNumber=2')).body;
    expect(second).toMatchObject({ count: 25, hasMore: false });
    expect(second.contacts.map(({ name }) => name)).toEqual(['m 26', 'm 27', 'm 28', 'm 29', 'zoe']);
    expect(await names('?searchParam=alv')).toEqual(['Álvaro']);
    expect(await names('?searchParam=5511987654304')).toEqual(['zoe']);
  });

  it('lists by the day a contact was created', async () => {
    await create({ name: 'Marina', number: '5511987654321' });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
    expect(await names(`?date=${today}`)).toEqual(['Marina']);
    expect(await names(`?dateStart=${today}&dateEnd=${today}`)).toEqual(['Marina']);
    expect(await names('?date=2020-01-01')).toEqual([]);
    expect(await names('?dateEnd=2020-01-01')).toEqual([]);
  });

  describe('deleting', () => {
    const withTicket = async () => {
      const connection = await api.desk.connections.create(context, { name: 'Fone', channel: 'simulator' });
      const { body: contact } = await create({ name: 'Marina', number: '5511987654321' });
      const received = await api.desk.tickets.receive(context, {
        connectionId: connection.connectionId,
        queueId: null,
        contactId: contact.id,
        externalId: 'X1',
        fromMe: false,
        body: 'oi',
        mediaType: 'chat',
        sentAt: new Date().toISOString(),
      });
      return { contact, received };
    };

    it('is refused while a ticket of the contact is pending or open, and the ticket is named', async () => {
      const { contact, received } = await withTicket();
      const { status, body } = await ask('DELETE', `/api/contacts/${contact.id}`);
      expect([status, body.error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET']);
      expect(body.details).toMatchObject({ ticketId: received.ticketId });
      expect((await list()).body.count).toBe(1);
    });

    it('leaves the closed tickets with their name, and the number free', async () => {
      const { contact, received } = await withTicket();
      await api.desk.tickets.resolve(context, { ticketId: received.ticketId });
      expect((await ask('DELETE', `/api/contacts/${contact.id}`)).status).toBe(204);
      expect((await list()).body.count).toBe(0);
      expect((await ask('GET', `/api/contacts/${contact.id}`)).body.error).toBe('ERR_NO_CONTACT_FOUND');
      const ticket = await ask<{ contact: { name: string } }>('GET', `/api/tickets/${received.ticketId}`);
      expect([ticket.status, ticket.body.contact.name]).toEqual([200, 'Marina']);
      const refused = await ask('POST', '/api/tickets', {
        ...{ contactId: contact.id, queueId: null, whatsappId: null, userId: null, status: 'pending' },
      });
      expect([refused.status, refused.body.error]).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
      const again = await create({ name: 'Marina', number: '5511987654321' });
      expect([again.status, again.body.id === contact.id]).toEqual([201, false]);
    });
  });

  it('campaigns leave a contact alone from when an agent says so, until one says why not', async () => {
    const { body } = await create({ name: 'Marina', number: '5511987654321' });
    expect(body.leftCampaigns).toBeUndefined();
    const step = (name: string, payload?: object) =>
      ask('POST', `/api/contacts/${body.id}/campaigns/${name}`, payload);
    const left = await step('leave');
    expect(left.status).toBe(200);
    expect(Date.now() - Date.parse(left.body.leftCampaigns!)).toBeLessThan(60_000);
    expect((await list()).body.contacts[0]?.leftCampaigns).toBe(left.body.leftCampaigns);
    for (const [reason, code] of [
      ['', 'required'],
      ['ok', 'tooShort'],
      ['x'.repeat(201), 'tooLong'],
    ])
      expect((await step('join', { reason })).body.errors, code).toEqual({ reason: code });
    expect((await step('leave')).body.leftCampaigns).toBe(left.body.leftCampaigns);
    const back = await step('join', { reason: 'Pediu por telefone' });
    expect([back.status, back.body.leftCampaigns]).toEqual([200, undefined]);
    expect((await ask('POST', '/api/contacts/nobody/campaigns/leave')).body.error).toBe(
      'ERR_NO_CONTACT_FOUND',
    );
  });

  describe('with a connection on the network', () => {
    let stop = async () => {};
    afterEach(() => stop());
    /** A gateway that says of every number what it is told to. */
    const network = (say: (number: string) => NumberAnswer) => {
      const asked: string[] = [];
      const end = new AbortController();
      const running = (async () => {
        while (!end.signal.aborted) {
          for (const question of await numberQuestions(api.state, 100)) {
            if (question.companyId !== context.companyId) continue;
            asked.push(question.number);
            await answerNumberQuestion(api.state, question, say(question.number));
          }
          await setTimeout(5);
        }
      })();
      stop = async () => {
        end.abort();
        await running;
      };
      return { asked };
    };
    beforeEach(async () => {
      const { connectionId } = await api.desk.connections.create(context, {
        name: 'Fone',
        channel: 'simulator',
      });
      const { position } = await api.desk.connections.reportStatus(context, {
        connectionId,
        status: 'CONNECTED',
      });
      await api.reached(position);
    });

    it('a number that is not there makes no contact', async () => {
      const { asked } = network(() => ({ exists: false }));
      const { status, body } = await create({ name: 'Ninguém', number: '11 98765-4321' });
      expect([status, body.invalido]).toEqual([200, true]);
      expect((await list()).body.count).toBe(0);
      // Asked once: the answer is remembered.
      expect((await ask('GET', '/api/contacts/check?number=5511987654321')).body).toEqual({ exists: false });
      expect(asked).toEqual(['5511987654321']);
    });

    it("a number is kept as the network has it, and nobody else's in its place", async () => {
      network((number) => ({
        exists: true,
        number: number === '5511987654321' ? '551187654321' : '5511911112222',
      }));
      expect((await create({ name: 'Marina', number: '5511987654321' })).body.number).toBe('551187654321');
      expect((await create({ name: 'Paulo', number: '5511933334444' })).body.number).toBe('5511933334444');
    });

    it('a change to a number that is not there is refused', async () => {
      network((number) => ({ exists: !number.endsWith('0000') }));
      const { body: contact } = await create({ name: 'Marina', number: '5511987654321' });
      const { status, body } = await ask('PUT', `/api/contacts/${contact.id}`, {
        name: 'Marina',
        number: '5511987650000',
      });
      expect([status, body.error]).toEqual([400, 'ERR_WAPP_INVALID_CONTACT']);
      // The name of one whose number stays may be corrected, whatever the network says.
      const named = await ask('PUT', `/api/contacts/${contact.id}`, {
        name: 'Mari',
        number: '5511987654321',
      });
      expect([named.status, named.body.name]).toEqual([200, 'Mari']);
    });

    it('a network that cannot say does not keep a contact from being saved', async () => {
      network(() => ({ exists: 'unknown' }));
      expect((await create({ name: 'Marina', number: '5511987654321' })).status).toBe(201);
      const { status, body } = await ask('GET', '/api/contacts/check?number=5511900001111');
      expect([status, body.error]).toEqual([502, 'ERR_WAPP_CHECK_CONTACT']);
    });

    it('a connection that has no link yet is named as what keeps the network from being asked', async () => {
      network(() => ({ exists: 'unknown', because: 'not-initialized' }));
      const { status, body } = await ask('GET', '/api/contacts/check?number=5511900001111');
      expect([status, body.error]).toEqual([409, 'ERR_WAPP_NOT_INITIALIZED']);
      expect((await create({ name: 'Marina', number: '5511987654321' })).status).toBe(201);
    });
  });

  it('without a connection nothing is known of a number', async () => {
    expect((await ask('GET', '/api/contacts/check?number=5511987654321')).body).toEqual({ exists: null });
  });
});
