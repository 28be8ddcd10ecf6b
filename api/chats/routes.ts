import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { chatMessagePage, chatMessageView, chatPage, chatView } from '../../contract/chat.ts';
import { longestChatMessage, longestTitle, mostMembers } from '../../domain/chat/limits.ts';
import { DomainError } from '../../domain/errors.ts';
import { plainText } from '../../domain/text/plain.ts';
import type { ChatDocument, ChatMessageDocument } from '../../projections/chats/document.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { id, idParams, optional, pageNumber, searchParam } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { chatMessageViewOf, chatViewOf } from './view.ts';

type Needs = Pick<Api, 'app' | 'names' | 'desk' | 'reached' | 'config' | 'presence' | 'now'>;

const tags = ['chats'];
const config = { plan: 'useInternalChat', rule: 'chats:use' } as const;
const perPage = 20;
const messagesPerPage = 40;
/** More than anybody is a member of: what is searched by words is looked through here. */
const mostListed = 2_000;

const content = z.object({
  // How long it must and may be the domain says, with the code of the field.
  title: z.string().max(4 * longestTitle),
  /** Ids, or objects that have one. */
  users: z.array(z.union([id, z.object({ id })])).max(2 * mostMembers),
});

/** Chats between colleagues: members alone see that there is one. */
export function chatRoutes(api: Needs): void {
  const tools = createTools(api);
  readRoutes(api, tools);
  writeRoutes(api, tools);
  messageRoutes(api, tools);
  typingRoute(api, tools);
}
type Tools = ReturnType<typeof createTools>;

function createTools(api: Needs) {
  const { names } = api;

  /** @throws ERR_NO_CHAT_FOUND, also to who is no member */
  async function find({ read, session }: FastifyRequest, chatId: string): Promise<ChatDocument> {
    const chat = await read.get<ChatDocument>('chats', chatId);
    if (!chat?.userIds.includes(session.userId)) throw new DomainError('ERR_NO_CHAT_FOUND');
    return chat;
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    chatId: string,
    outcome: { readonly position: number },
  ) {
    await awaitSettled(api, reply, outcome);
    return chatViewOf(await find(request, chatId), await names.company(request.session.companyId));
  }

  /**
   * @param members who is in it: one of them may have left the company since, which is no reason to refuse another change
   * @throws ERR_VALIDATION: somebody is not of the company
   */
  async function contentOf(
    { session }: FastifyRequest,
    { title, users }: z.output<typeof content>,
    members: readonly string[] = [],
  ) {
    const company = await names.company(session.companyId);
    const userIds = users.map((user) => (typeof user === 'string' ? user : user.id));
    if (userIds.some((userId) => !company.get('users', userId) && !members.includes(userId)))
      throw new DomainError('ERR_VALIDATION', 'No such user', { errors: { users: 'invalid' } });
    return { title, userIds };
  }

  /** Returns who asks, and whether only the owner may do it. */
  async function byWhom(request: FastifyRequest, { ownerId }: ChatDocument) {
    const { companyId, userId } = request.session;
    const company = await names.company(companyId);
    return { userId, byOwner: company.get('users', ownerId) !== undefined };
  }

  return { find, answer, contentOf, byWhom };
}

function readRoutes({ app, names }: Needs, { find }: Tools): void {
  app.get(
    '/api/chats',
    {
      config,
      schema: {
        tags,
        summary: "The caller's chats, those with the latest news first, 20 a page.",
        querystring: z.object({ searchParam, pageNumber }),
        response: { 200: chatPage },
      },
    },
    async ({ read, session, query }) => {
      const company = await names.company(session.companyId);
      const all = await read.find<ChatDocument>('chats', {
        where: { userIds: session.userId },
        sort: ['-updatedAt'],
        limit: mostListed,
      });
      const words = plainText(query.searchParam ?? '');
      const views = all.map((chat) => chatViewOf(chat, company));
      const some = views.filter(({ title, users }) =>
        plainText(`${title}\n${users.map(({ user }) => user?.name ?? '').join('\n')}`).includes(words),
      );
      const start = (query.pageNumber - 1) * perPage;
      const own = all.flatMap(({ unreads }) => unreads.filter(({ userId }) => userId === session.userId));
      return {
        records: some.slice(start, start + perPage),
        hasMore: some.length > start + perPage,
        count: some.length,
        unreads: own.reduce((sum, { count }) => sum + count, 0),
      };
    },
  );

  app.get(
    '/api/chats/:id',
    { config, schema: { tags, params: idParams, response: { 200: chatView } } },
    async (request) =>
      chatViewOf(await find(request, request.params.id), await names.company(request.session.companyId)),
  );
}

function writeRoutes(api: Needs, { find, answer, contentOf, byWhom }: Tools): void {
  const { app, desk } = api;

  app.post(
    '/api/chats',
    {
      config,
      schema: {
        tags,
        summary: 'Opens a chat with colleagues: with one, or with many. The caller owns it and is a member.',
        body: content,
        response: { 201: chatView },
      },
    },
    async (request, reply) => {
      const given = await contentOf(request, request.body);
      const ownerId = request.session.userId;
      const outcome = await desk.chats.create(contextOf(request), { ...given, ownerId });
      reply.code(201);
      return answer(request, reply, outcome.chatId, outcome);
    },
  );

  app.put(
    '/api/chats/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Names it anew, or changes who is in it: by its owner.',
        params: idParams,
        body: content,
        response: { 200: chatView },
      },
    },
    async (request, reply) => {
      const chat = await find(request, request.params.id);
      const given = await contentOf(request, request.body, chat.userIds);
      const by = await byWhom(request, chat);
      const outcome = await desk.chats.update(contextOf(request), { ...given, ...by, chatId: chat.id });
      return answer(request, reply, chat.id, outcome);
    },
  );

  app.delete(
    '/api/chats/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Deletes it with all that was said in it: by its owner.',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const chat = await find(request, request.params.id);
      const by = await byWhom(request, chat);
      await awaitSettled(api, reply, await desk.chats.delete(contextOf(request), { ...by, chatId: chat.id }));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/chats/:id/read',
    {
      config,
      schema: {
        tags,
        summary: 'Takes all of it as read by the caller, whatever `userId` says.',
        params: idParams,
        body: z.object({ userId: optional(id) }).nullish(),
        response: { 200: chatView },
      },
    },
    async (request, reply) => {
      const chat = await find(request, request.params.id);
      const { userId } = request.session;
      const { id: chatId, lastOrder: upTo } = chat;
      return answer(
        request,
        reply,
        chatId,
        await desk.chats.read(contextOf(request), { chatId, userId, upTo }),
      );
    },
  );
}

function messageRoutes(api: Needs, { find }: Tools): void {
  const { app, desk, names } = api;

  app.get(
    '/api/chats/:id/messages',
    {
      config,
      schema: {
        tags,
        summary: 'What was said, 40 a page, the latest page first; within a page the oldest first.',
        params: idParams,
        querystring: z.object({
          pageNumber,
          /** Only what stands before this place: pages do not shift when more is said. */
          before: optional(z.coerce.number().int().min(0)),
        }),
        response: { 200: chatMessagePage },
      },
    },
    async (request) => {
      const { read, session, query } = request;
      const { id: chatId } = await find(request, request.params.id);
      const { before, pageNumber: page } = query;
      const where = { chatId, ...(before !== undefined && { order: { lt: before } }) };
      const messages = await read.find<ChatMessageDocument>('chatMessages', {
        where,
        sort: ['-order'],
        skip: (page - 1) * messagesPerPage,
        limit: messagesPerPage + 1,
      });
      const company = await names.company(session.companyId);
      return {
        records: messages
          .slice(0, messagesPerPage)
          .reverse()
          .map((message) => chatMessageViewOf(message, company)),
        hasMore: messages.length > messagesPerPage,
        count: await read.count('chatMessages', { where: { chatId } }),
      };
    },
  );

  app.post(
    '/api/chats/:id/messages',
    {
      config,
      schema: {
        tags,
        summary: 'Says something to its members. Under an `id` once, however often it is asked for.',
        params: idParams,
        body: z.object({ message: z.string().max(4 * longestChatMessage), id: optional(z.uuid()) }),
        response: { 201: chatMessageView },
      },
    },
    async (request, reply) => {
      const { session, body } = request;
      const { companyId, userId } = session;
      const chatId = request.params.id;
      const chatMessage = { chatId, userId, body: body.message };
      const outcome = await desk.chats.send(contextOf(request), { ...chatMessage, messageId: body.id });
      await awaitSettled(api, reply, outcome);
      reply.code(201);
      const { messageId } = outcome;
      const stored = await request.read.get<ChatMessageDocument>('chatMessages', messageId);
      // The read models may be behind: what was just said is known all the same.
      const { position } = outcome;
      const message: ChatMessageDocument = stored ?? {
        ...chatMessage,
        id: messageId,
        companyId,
        position,
        userIds: [],
        order: position,
        createdAt: api.now().toISOString(),
      };
      return chatMessageViewOf(message, await names.company(companyId));
    },
  );
}

function typingRoute({ app, presence }: Needs, { find }: Tools): void {
  app.post(
    '/api/chats/:id/typing',
    {
      config,
      schema: {
        tags,
        summary: 'The caller types in it; holds for six seconds.',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const chat = await find(request, request.params.id);
      await presence.type(request.session, chat);
      return reply.code(204).send(null);
    },
  );
}
