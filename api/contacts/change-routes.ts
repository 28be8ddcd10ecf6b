import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ContactView, contactCreation, contactView } from '../../contract/contact.ts';
import { addressKey, normalizeAddress } from '../../domain/contact/address.ts';
import type { extraInfo } from '../../domain/contact/events.ts';
import { withOwnIds } from '../../domain/contact/extra-info.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { contactFor } from './find.ts';
import { contactChange, contactInput, contactPatch } from './input.ts';
import { checkNumber } from './number-check.ts';
import { contactViewOf } from './view.ts';

type Needs = Pick<Api, 'app' | 'names' | 'limits' | 'desk' | 'readStore' | 'state' | 'reached' | 'config'>;
type Changing = ReturnType<typeof createChanging>;

const tags = ['contacts'];

/** Creating, changing and deleting a contact. */
export function contactChangeRoutes(api: Needs): void {
  const changing = createChanging(api);
  createRoute(api, changing);
  updateRoute(api, changing);
  campaignsRoutes(api, changing);
  deleteRoute(api);
}

/** Returns the fields with an id each, as they are stored. */
export function withIds(list: z.output<typeof contactInput>['extraInfo']): z.output<typeof extraInfo> {
  return withOwnIds(
    list.map((item, index) => ({ id: item.id ?? `${index + 1}`, name: item.name, value: item.value })),
  );
}

function createChanging(api: Needs) {
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    outcome: { position: number },
  ): Promise<ContactView> {
    await awaitSettled(api, reply, outcome);
    await api.names.refresh(request.session.companyId, 'contacts', id);
    return contactViewOf(await contactFor(request, id));
  }
  /** Whether the number is not on the network; what could not be found out is not held against it. */
  async function checked(
    request: FastifyRequest,
    number: string,
  ): Promise<{ exists: boolean; number: string }> {
    try {
      const found = await checkNumber(api, request.session.companyId, number, () =>
        api.limits.question(request.session),
      );
      return found ?? { exists: true, number };
    } catch (error) {
      const unsaid =
        isDomainError(error, 'ERR_WAPP_CHECK_CONTACT') || isDomainError(error, 'ERR_WAPP_NOT_INITIALIZED');
      if (!unsaid) throw error;
      request.log.warn({ err: error }, 'a contact is saved with a number that could not be checked');
      return { exists: true, number };
    }
  }

  return { answer, checked };
}

function createRoute({ app, desk }: Needs, { answer, checked }: Changing): void {
  app.post(
    '/api/contacts',
    {
      schema: {
        tags,
        summary:
          'Create a contact. `alreadyExists` with `existingContact` when the number is known, however it is written; ' +
          '`invalido`, and nothing is created, when the number is not on the messaging network.',
        body: contactInput,
        response: { 200: contactCreation, 201: contactCreation },
      },
    },
    async (request, reply) => {
      const { extraInfo: extra, ...fields } = request.body;
      const { companyId } = request.session;
      // Who is known already has been on the network; a repeated request finds its own contact here.
      const known = await desk.contacts.byNumber(companyId, fields.number);
      if (!known) {
        const { exists, number } = await checked(request, fields.number);
        if (!exists) return { invalido: true as const, name: fields.name, number };
        fields.number = number;
      }
      try {
        const contact = { ...fields, extraInfo: withIds(extra) };
        const outcome = await desk.contacts.create(contextOf(request), contact);
        reply.code(201);
        return await answer(request, reply, outcome.contactId, outcome);
      } catch (error) {
        if (!isDomainError(error, 'ERR_DUPLICATED_CONTACT')) throw error;
        const holder = await desk.contacts.byNumber(companyId, fields.number);
        if (!holder) throw error;
        const existing = await answer(request, reply, holder.contactId, holder);
        return { ...existing, alreadyExists: true as const, existingContact: existing };
      }
    },
  );
}

function updateRoute({ app, desk }: Needs, { answer, checked }: Changing): void {
  async function save(
    request: FastifyRequest,
    reply: FastifyReply,
    contactId: string,
    { extraInfo: extra, before, ...fields }: z.output<typeof contactPatch>,
  ): Promise<ContactView> {
    const { id, number, isGroup } = await contactFor(request, contactId);
    const named = fields.number;
    const moved = named !== undefined && addressKey(normalizeAddress(named, isGroup)) !== addressKey(number);
    if (moved && !isGroup) {
      const answered = await checked(request, named);
      if (!answered.exists)
        throw new DomainError('ERR_WAPP_INVALID_CONTACT', 'not on the network', {
          errors: { number: 'ERR_WAPP_INVALID_CONTACT' },
        });
      fields.number = answered.number;
    }
    const change = {
      contactId: id,
      ...fields,
      ...(extra && { extraInfo: withIds(extra) }),
      ...(before && { before: { extraInfo: withIds(before.extraInfo) } }),
    };
    return answer(request, reply, id, await desk.contacts.update(contextOf(request), change));
  }

  app.put(
    '/api/contacts/:id',
    { schema: { tags, params: idParams, body: contactChange, response: { 200: contactView } } },
    (request, reply) => save(request, reply, request.params.id, request.body),
  );
  app.patch(
    '/api/contacts/:id',
    {
      schema: {
        tags,
        summary:
          'Change some fields of a contact: what is not named stays as it is. `before.extraInfo`: what its author saw of it; ' +
          'what others wrote there since stays, too.',
        params: idParams,
        body: contactPatch,
        response: { 200: contactView },
      },
    },
    (request, reply) => save(request, reply, request.params.id, request.body),
  );
}

/** Whether campaigns may write to them: for whoever may change a contact. */
function campaignsRoutes({ app, desk }: Needs, { answer }: Changing): void {
  app.post(
    '/api/contacts/:id/campaigns/leave',
    {
      schema: {
        tags,
        summary: 'No campaign writes to this contact any more, as they asked for.',
        params: idParams,
        response: { 200: contactView },
      },
    },
    async (request, reply) => {
      const { id: contactId } = await contactFor(request, request.params.id);
      const outcome = await desk.contacts.leaveCampaigns(contextOf(request), { contactId });
      return answer(request, reply, contactId, outcome);
    },
  );
  app.post(
    '/api/contacts/:id/campaigns/join',
    {
      schema: {
        tags,
        summary: 'Campaigns may write to this contact again, for a reason of 3 to 200 characters.',
        params: idParams,
        body: z.object({ reason: z.string().max(1_000).default('') }),
        response: { 200: contactView },
      },
    },
    async (request, reply) => {
      const { id: contactId } = await contactFor(request, request.params.id);
      const { reason } = request.body;
      const outcome = await desk.contacts.joinCampaigns(contextOf(request), { contactId, reason });
      return answer(request, reply, contactId, outcome);
    },
  );
}

function deleteRoute(api: Needs): void {
  const { app, desk, names } = api;

  app.delete(
    '/api/contacts/:id',
    {
      config: { rule: 'contacts-page:deleteContact' },
      schema: { tags, params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { id } = await contactFor(request, request.params.id);
      const [company, tickets] = await Promise.all([
        names.company(request.session.companyId),
        // Also those of connections that are gone.
        request.read.find<TicketDocument>('tickets', { where: { contactId: id }, limit: 1_000 }),
      ]);
      const connectionIds = new Set([
        ...company.all('connections').map((connection) => connection.id),
        ...tickets.map(({ connectionId }) => connectionId),
      ]);
      const outcome = await desk.contacts.delete(contextOf(request), {
        contactId: id,
        connectionIds: [...connectionIds],
      });
      await awaitSettled(api, reply, outcome);
      await names.refresh(request.session.companyId, 'contacts', id);
      return reply.code(204).send(null);
    },
  );
}
