import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type ContactListDetail,
  type ContactListView,
  contactListDetail,
  contactListPage,
  contactListView,
} from '../../contract/contact-list.ts';
import { toWire } from '../../contract/wire.ts';
import { contactListItemOnWire, contactListItemPageOnWire } from '../../contract/wire-views.ts';
import { changedItem, readItem } from '../../domain/contact-list/items.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { byName } from '../../domain/text/compare-names.ts';
import type {
  ContactListDocument,
  ContactListItemDocument,
} from '../../projections/contact-lists/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import { awaitSettled, contextOf, derivedId } from '../http/commands.ts';
import { id, idParams, optional, pageNumber, searchParam } from '../http/schemas.ts';
import { listFileRoutes } from './file-routes.ts';
import { leavingsOf } from './left.ts';
import { config, listFor, type Needs, tags } from './lists.ts';

const perPage = 20;
const mostListed = 1_000;

const pages = z.object({ searchParam, pageNumber });
const nameInput = z.object({ name: z.string().max(200) });
const texts = { name: z.string().max(200), number: z.string().max(200), email: z.string().max(320) };
const content = z.object({
  name: texts.name.default(''),
  number: texts.number.default(''),
  email: texts.email.default(''),
});
const change = z.object(texts).partial();

const listViewOf = ({ companyId: _, ...list }: ContactListDocument): ContactListView => list;
const itemViewOf = ({ bucket: _, moves: __, ...item }: ContactListItemDocument, leftCampaigns?: string) =>
  toWire({ ...item, ...(leftCampaigns && { leftCampaigns }) });

/** What the network says of a number. */
const stateValue = { valid: true, invalid: false, unchecked: null } as const;
type ItemState = keyof typeof stateValue;
const itemStates = Object.keys(stateValue) as [ItemState, ...ItemState[]];

const countInvalid = (read: CompanyReader, contactListId: string) =>
  read.count('contactListItems', { where: { contactListId, isOnNetwork: false } });

/** Returns how many of a list are in a state; the list knows most of it: a million would be gone through for each page. */
async function countOf(
  read: CompanyReader,
  { id: listId, contactsCount, validCount }: ContactListDocument,
  state: ItemState | undefined,
): Promise<number> {
  if (state === undefined) return contactsCount;
  if (state === 'valid') return validCount;
  const invalid = await countInvalid(read, listId);
  return state === 'invalid' ? invalid : Math.max(0, contactsCount - validCount - invalid);
}

/** Returns the list that is asked for, with how many of its numbers are not on the network. @throws ERR_NO_CONTACT_LIST_FOUND */
async function detailFor(request: FastifyRequest, listId: string): Promise<ContactListDetail> {
  const list = await listFor(request, listId);
  return { ...listViewOf(list), invalidCount: await countInvalid(request.read, listId) };
}

/** Returns the item that is asked for. @throws ERR_NO_CONTACT_LIST_ITEM_FOUND */
async function itemFor({ read }: FastifyRequest, itemId: string): Promise<ContactListItemDocument> {
  const item = await read.get<ContactListItemDocument>('contactListItems', itemId);
  // Those of a large list are deleted bit by bit after it.
  if (!item || !(await read.get('contactLists', item.contactListId)))
    throw new DomainError('ERR_NO_CONTACT_LIST_ITEM_FOUND');
  return item;
}

/** Lists of people whom campaigns write to: mostly none whom the desk has ever talked with. */
export function contactListRoutes(api: Needs): void {
  listRoutes(api);
  itemReadRoutes(api);
  itemWriteRoutes(api);
  listFileRoutes(api);
}

function listRoutes(api: Needs): void {
  const { app, desk } = api;
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    listId: string,
    outcome: { readonly position: number },
  ) => {
    await awaitSettled(api, reply, outcome);
    return listViewOf(await listFor(request, listId));
  };

  app.get(
    '/api/contact-lists',
    {
      config,
      schema: {
        tags,
        summary: 'Contact lists by name, 20 a page.',
        querystring: pages,
        response: { 200: contactListPage },
      },
    },
    async ({ read, query }) => {
      const search = query.searchParam?.trim();
      const filter = search ? { search } : {};
      const lists = await read.find<ContactListDocument>('contactLists', {
        ...filter,
        sort: ['sortName'],
        skip: (query.pageNumber - 1) * perPage,
        limit: perPage + 1,
      });
      return {
        records: lists.slice(0, perPage).map(listViewOf),
        hasMore: lists.length > perPage,
        count: await read.count('contactLists', filter),
      };
    },
  );

  app.get(
    '/api/contact-lists/list',
    {
      config,
      schema: { tags, summary: 'All contact lists.', response: { 200: z.array(contactListView) } },
    },
    async ({ read }) =>
      (await read.find<ContactListDocument>('contactLists', { sort: ['sortName'], limit: mostListed }))
        .toSorted(byName)
        .map(listViewOf),
  );

  app.get(
    '/api/contact-lists/:id',
    { config, schema: { tags, params: idParams, response: { 200: contactListDetail } } },
    (request) => detailFor(request, request.params.id),
  );

  app.post(
    '/api/contact-lists',
    { config, schema: { tags, body: nameInput, response: { 201: contactListView } } },
    async (request, reply) => {
      const outcome = await desk.contactLists.create(contextOf(request), request.body);
      reply.code(201);
      return answer(request, reply, outcome.listId, outcome);
    },
  );

  app.put(
    '/api/contact-lists/:id',
    { config, schema: { tags, params: idParams, body: nameInput, response: { 200: contactListView } } },
    async (request, reply) => {
      const listId = request.params.id;
      await listFor(request, listId);
      const outcome = await desk.contactLists.rename(contextOf(request), { listId, ...request.body });
      return answer(request, reply, listId, outcome);
    },
  );

  app.delete(
    '/api/contact-lists/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Deletes a list; who stands in it goes for good.',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const listId = request.params.id;
      await listFor(request, listId);
      await awaitSettled(api, reply, await desk.contactLists.delete(contextOf(request), { listId }));
      return reply.code(204).send(null);
    },
  );
}

function itemReadRoutes({ app }: Needs): void {
  app.get(
    '/api/contact-list-items',
    {
      config,
      schema: {
        tags,
        summary:
          'Who stands in a list, by name, 20 a page; those of one `state` (what the network says of their number) as they came.',
        querystring: pages.extend({ contactListId: id, state: optional(z.enum(itemStates)) }),
        response: { 200: contactListItemPageOnWire },
      },
    },
    async (request) => {
      const { read, query } = request;
      const list = await listFor(request, query.contactListId);
      const search = query.searchParam?.trim();
      const { contactListId, state } = query;
      const where = { contactListId, ...(state && { isOnNetwork: stateValue[state] }) };
      const items = await read.find<ContactListItemDocument>('contactListItems', {
        where,
        ...(search && { search }),
        // The rare ones of a million are found by an index, which names are not in.
        sort: state ? ['id'] : ['sortName'],
        skip: (query.pageNumber - 1) * perPage,
        limit: perPage + 1,
      });
      const page = items.slice(0, perPage);
      const leavingOf = await leavingsOf(
        read,
        page.map(({ number }) => number),
      );
      const records = page.map((item) => itemViewOf(item, leavingOf(item.number)));
      const count = search
        ? await read.count('contactListItems', { where, search })
        : await countOf(read, list, state);
      return { contacts: records, records, hasMore: items.length > perPage, count };
    },
  );

  app.get(
    '/api/contact-list-items/:id',
    { config, schema: { tags, params: idParams, response: { 200: contactListItemOnWire } } },
    async (request) => {
      const item = await itemFor(request, request.params.id);
      return itemViewOf(item, (await leavingsOf(request.read, [item.number]))(item.number));
    },
  );
}

function itemWriteRoutes(api: Needs): void {
  const { app, desk } = api;

  app.post(
    '/api/contact-list-items',
    {
      config,
      schema: {
        tags,
        summary: 'Puts somebody into a list. Their number is looked for in the network soon after.',
        body: content.extend({ contactListId: id }),
        response: { 201: contactListItemOnWire },
      },
    },
    async (request, reply) => {
      const { contactListId: listId, ...given } = request.body;
      await listFor(request, listId);
      const context = contextOf(request);
      const itemId = context.commandId ? derivedId(context.commandId, 'item') : newId();
      const item = { ...readItem(given), itemId };
      const outcome = await desk.contactLists.add(context, { listId, items: [item] });
      await awaitSettled(api, reply, outcome);
      const stored = await request.read.get<ContactListItemDocument>('contactListItems', itemId);
      if (!stored)
        throw new DomainError('ERR_CONTACT_LIST_ITEM_EXISTS', undefined, { errors: { number: 'taken' } });
      reply.code(201);
      return itemViewOf(stored);
    },
  );

  app.put(
    '/api/contact-list-items/:id',
    {
      config,
      schema: { tags, params: idParams, body: change, response: { 200: contactListItemOnWire } },
    },
    async (request, reply) => {
      const {
        contactListId: listId,
        bucket,
        id: itemId,
        ...item
      } = await itemFor(request, request.params.id);
      const read = readItem(changedItem(item, request.body));
      const named = Object.entries(request.body).filter(([, value]) => value !== undefined);
      const outcome = await desk.contactLists.change(contextOf(request), {
        listId,
        itemId,
        bucket,
        content: Object.fromEntries(named.map(([field]) => [field, read[field as keyof typeof read]])),
      });
      await awaitSettled(api, reply, outcome);
      return itemViewOf(await itemFor(request, itemId));
    },
  );

  app.delete(
    '/api/contact-list-items/:id',
    {
      config: { ...config, rule: 'contacts-page:deleteContact' },
      schema: { tags, params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { contactListId: listId, bucket, id: itemId } = await itemFor(request, request.params.id);
      const item = { listId, itemIds: [itemId], bucket };
      const outcome = await desk.contactLists.remove(contextOf(request), item);
      await awaitSettled(api, reply, outcome);
      return reply.code(204).send(null);
    },
  );
}
