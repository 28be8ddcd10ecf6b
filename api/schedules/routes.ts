import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toWire } from '../../contract/wire.ts';
import { type ScheduleOnWire, scheduleOnWire, schedulePageOnWire } from '../../contract/wire-views.ts';
import { inScope } from '../../domain/access/policy.ts';
import type { QueueScope } from '../../domain/access/queue-scope.ts';
import { DomainError } from '../../domain/errors.ts';
import { matchesType } from '../../domain/media/content-type.ts';
import { plainText } from '../../domain/text/plain.ts';
import type { Media } from '../../domain/ticket/events.ts';
import { underscoreSpaces } from '../../domain/ticket/file-name.ts';
import type { Where } from '../../domain/where.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { ScheduleDocument } from '../../projections/schedules/document.ts';
import { shownName } from '../contacts/view.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { instantOf, timeZoneOf } from '../http/company-time.ts';
import { isRefused, withFile } from '../http/multipart.ts';
import { id, idParams, optional, pageNumber, searchParam } from '../http/schemas.ts';
import { fileSender } from '../media/send-file.ts';
import { demandShowable } from '../media/showable.ts';
import { userRefOf } from '../names/refs.ts';
import type { Api } from '../services.ts';
import { change, content, demandFirstWithin } from './form.ts';
import { scheduleHoursRoute } from './hours.ts';
import { scheduleListing } from './listing.ts';

type Needs = Pick<
  Api,
  'app' | 'names' | 'limits' | 'desk' | 'eventStore' | 'state' | 'media' | 'reached' | 'config' | 'log'
>;

const tags = ['schedules'];
const config = { plan: 'useSchedules', rule: 'schedules:manage' } as const;
const pictures = ['image/png', 'image/jpeg'];
const perPage = 20;
/** Of a span of time at once: more than a calendar can show. */
const mostListed = 5_000;

/** Returns what the caller sees of them, as `inScope` has it, for the store to look for. */
const inScopeOf = (scope: QueueScope | undefined): readonly Where[] | undefined =>
  scope === undefined || scope.queueIds === 'all'
    ? undefined
    : [
        { userId: scope.userId },
        { queueId: { in: scope.queueIds } },
        ...(scope.noQueue ? [{ queueId: null }] : []),
      ];

/** Returns what may still be sent; of those that were cancelled the ones whose time lies ahead. */
const unsentAt = (now: string): readonly Where[] => [
  { status: { in: ['PENDENTE', 'ENVIANDO', 'ERRO'] } },
  { status: 'CANCELADA', sendAt: { gt: now } },
];

/** Returns the condition that one of each holds. */
const either = (some: readonly Where[] | undefined, others: readonly Where[] | undefined) => {
  if (some === undefined || others === undefined) return { anyOf: some ?? others };
  return { anyOf: some.flatMap((one) => others.map((other) => ({ ...one, ...other }))) };
};

/** Messages that are sent later: the caller's own, and those of the queues they serve. */
export function scheduleRoutes(api: Needs): void {
  const tools = createTools(api);
  scheduleHoursRoute(api, config);
  readRoutes(api, tools);
  writeRoutes(api, tools);
  fileRoutes(api, tools);
}
type Tools = ReturnType<typeof createTools>;

function createTools(api: Needs) {
  const { names } = api;

  async function views(
    { session: { companyId } }: FastifyRequest,
    documents: readonly ScheduleDocument[],
  ): Promise<ScheduleOnWire[]> {
    const company = await names.company(companyId);
    const contacts = await names.contacts(companyId, new Set(documents.map(({ contactId }) => contactId)));
    return documents.map((one) => {
      const { companyId: _company, connectionId, media, messageId: _message, ...rest } = one;
      const { awaits: _awaits, answersAfter: _after, answersFrom: _from, ...document } = rest;
      const contact = contacts.get(document.contactId);
      const connection = connectionId === null ? undefined : company.get('connections', connectionId);
      return toWire({
        ...document,
        contact: { id: document.contactId, name: contact ? shownName(contact) : '' },
        user: userRefOf(company, document.userId),
        connectionId,
        connection: connection ? { id: connection.id, name: connection.name } : null,
        mediaPath: media && `/api/schedules/${document.id}/media/${media.id}`,
        mediaName: media?.name ?? null,
      });
    });
  }

  /** @throws ERR_NO_SCHEDULE_FOUND, also where it is out of sight */
  async function find({ read, session }: FastifyRequest, scheduleId: string): Promise<ScheduleDocument> {
    const document = await read.get<ScheduleDocument>('schedules', scheduleId);
    if (!document || !inScope(session.scope, document)) throw new DomainError('ERR_NO_SCHEDULE_FOUND');
    return document;
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    scheduleId: string,
    outcome: { readonly position: number },
  ): Promise<ScheduleOnWire> {
    await awaitSettled(api, reply, outcome);
    const [view] = await views(request, [await find(request, scheduleId)]);
    return view!;
  }

  /** @throws ERR_NO_CONTACT_FOUND, ERR_VALIDATION: who is written to, and where, is of the company */
  async function checkChange(
    request: FastifyRequest,
    givenChange: z.output<typeof change>,
    before?: ScheduleDocument,
  ) {
    const { session, read } = request;
    const company = await names.company(session.companyId);
    const { connectionId, sendAt, queueId, ...rest } = givenChange;
    if (givenChange.contactId !== undefined) {
      const contact = await read.get<ContactDocument>('contacts', givenChange.contactId);
      if (!contact || contact.deletedAt !== null)
        throw new DomainError('ERR_NO_CONTACT_FOUND', undefined, { errors: { contactId: 'invalid' } });
    }
    if (connectionId && !company.get('connections', connectionId))
      throw new DomainError('ERR_VALIDATION', 'No such connection', { errors: { connectionId: 'invalid' } });
    if (queueId && !inScope(session.scope, { queueId, userId: null }))
      throw new DomainError('ERR_NO_PERMISSION');
    // Its queue may have been deleted since: that is no reason to refuse another change.
    if (queueId && queueId !== before?.queueId && !company.get('queues', queueId))
      throw new DomainError('ERR_VALIDATION', 'No such queue', { errors: { queueId: 'invalid' } });
    const timeZone = timeZoneOf(company, session.companyId);
    const at = sendAt === undefined ? undefined : instantOf(sendAt, timeZone, 'sendAt');
    if (at !== undefined || givenChange.recurrence !== undefined)
      demandFirstWithin(
        givenChange.recurrence === undefined ? before?.recurrence : givenChange.recurrence,
        at ?? before?.sendAt,
        timeZone,
      );
    return {
      ...rest,
      ...(queueId !== undefined && { queueId }),
      ...(connectionId !== undefined && { connectionId }),
      ...(at !== undefined && { sendAt: at }),
    };
  }

  return { views, find, answer, checkChange };
}

function readRoutes({ app }: Needs, { views, find }: Tools): void {
  app.get(
    '/api/schedules',
    {
      config,
      schema: {
        tags,
        summary: 'Scheduled messages by their time, 20 a page; of a span of time 5,000.',
        querystring: z.object({
          searchParam,
          pageNumber,
          contactId: optional(id),
          /** Only those that were not sent yet, those that could not be, and those cancelled before their time. */
          unsent: optional(z.stringbool()),
          /** Instants: from the first on, before the second. */
          from: optional(z.iso.datetime({ offset: true })),
          until: optional(z.iso.datetime({ offset: true })),
        }),
        response: { 200: schedulePageOnWire },
      },
    },
    async (request) => {
      const { query, read, session } = request;
      const isSpan = query.from !== undefined || query.until !== undefined;
      const where: Where = {
        ...(query.contactId && { contactId: query.contactId }),
        ...(isSpan && {
          sendAt: {
            ...(query.from && { gte: new Date(query.from).toISOString() }),
            ...(query.until && { lt: new Date(query.until).toISOString() }),
          },
        }),
      };
      const open = query.unsent === true ? unsentAt(new Date().toISOString()) : undefined;
      const seenQuery = { where, ...either(inScopeOf(session.scope), open), sort: ['sendAt'] };
      const size = isSpan ? mostListed : perPage;
      const skip = (query.pageNumber - 1) * size;
      const words = plainText(query.searchParam ?? '');
      return scheduleListing(read, (some) => views(request, some), { query: seenQuery, skip, size, words });
    },
  );

  app.get(
    '/api/schedules/:id',
    { config, schema: { tags, params: idParams, response: { 200: scheduleOnWire } } },
    async (request) => (await views(request, [await find(request, request.params.id)]))[0]!,
  );
}

function writeRoutes(api: Needs, { find, answer, checkChange }: Tools): void {
  const { app, desk } = api;

  app.post(
    '/api/schedules',
    {
      config,
      schema: {
        tags,
        summary: 'Schedules a message to a contact.',
        description:
          'sendAt: an instant, or a time of the company without an offset. recurrence is made from fields: ' +
          'frequency, interval, weekdays (0 is Sunday), until (a day) or count. cancelOnReply: it is not sent when the ' +
          'contact writes before its time, and becomes CANCELADA with the reason CONTACT_WROTE; of a series that one alone.',
        body: content,
        response: { 201: scheduleOnWire },
      },
    },
    async (request, reply) => {
      const { connectionId = null, queueId = null, ...own } = await checkChange(request, request.body);
      const given = own as typeof own & { body: string; contactId: string; sendAt: string };
      const outcome = await desk.schedules.create(contextOf(request), {
        ...given,
        connectionId,
        queueId,
        recurrence: given.recurrence ?? null,
        userId: request.session.userId,
      });
      reply.status(201);
      return answer(request, reply, outcome.scheduleId, outcome);
    },
  );

  app.put(
    '/api/schedules/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Changes what is named, until it is sent; one that was cancelled is scheduled again.',
        params: idParams,
        body: change,
        response: { 200: scheduleOnWire },
      },
    },
    async (request, reply) => {
      const before = await find(request, request.params.id);
      const { id: scheduleId } = before;
      const given = await checkChange(request, request.body, before);
      const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const outcome = await desk.schedules.update(contextOf(request), { ...named, scheduleId });
      return answer(request, reply, scheduleId, outcome);
    },
  );

  app.delete(
    '/api/schedules/:id',
    { config, schema: { tags, params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const { id: scheduleId } = await find(request, request.params.id);
      await awaitSettled(api, reply, await desk.schedules.delete(contextOf(request), { scheduleId }));
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/schedules/:id/retry',
    {
      config,
      schema: {
        tags,
        summary: 'Sends one that failed once more, at once.',
        params: idParams,
        response: { 200: scheduleOnWire },
      },
    },
    async (request, reply) => {
      const { id: scheduleId } = await find(request, request.params.id);
      return answer(
        request,
        reply,
        scheduleId,
        await desk.schedules.retry(contextOf(request), { scheduleId }),
      );
    },
  );
}

function fileRoutes(api: Needs, { find, answer }: Tools): void {
  const { app, desk } = api;
  const send = fileSender(api.media);

  const setFile = async (request: FastifyRequest, reply: FastifyReply, media: Media | undefined) => {
    const { id: scheduleId } = await find(request, (request.params as { id: string }).id);
    const named = media && { ...media, name: underscoreSpaces(media.name) };
    const outcome = await desk.schedules.setMedia(contextOf(request), { scheduleId, media: named });
    return { outcome, view: await answer(request, reply, scheduleId, outcome) };
  };

  app.post(
    '/api/schedules/:id/media-upload',
    {
      config,
      schema: {
        tags,
        summary: 'Its picture: png or jpeg.',
        params: idParams,
        response: { 200: scheduleOnWire },
      },
    },
    async (request, reply) => {
      await find(request, request.params.id);
      return withFile(api, request, async (file, neededFiles) => {
        if (!matchesType(file.mime, pictures))
          throw new DomainError('ERR_MEDIA_TYPE', `Not accepted: ${file.mime}`, {
            details: { mime: file.mime, name: file.name },
            errors: { file: 'invalid' },
          });
        const { companyId } = request.session;
        await demandShowable(api.media, { companyId, field: 'file', file });
        neededFiles.add(file.id);
        const { outcome, view } = await setFile(request, reply, file).catch((error: unknown) => {
          if (isRefused(error)) neededFiles.delete(file.id);
          throw error;
        });
        if (outcome.events.length === 0) neededFiles.delete(file.id);
        return view;
      });
    },
  );

  app.delete(
    '/api/schedules/:id/media-upload',
    { config, schema: { tags, params: idParams, response: { 200: scheduleOnWire } } },
    async (request, reply) => (await setFile(request, reply, undefined)).view,
  );

  app.get(
    '/api/schedules/:id/media/:mediaId',
    {
      config: { ...config, mediaCookie: true },
      schema: { tags, summary: 'Its picture.', params: idParams.extend({ mediaId: id }) },
    },
    async (request, reply) => {
      const { media } = await find(request, request.params.id);
      if (media?.id !== request.params.mediaId) throw new DomainError('ERR_NOT_FOUND');
      return send(request, reply, media.id);
    },
  );
}
