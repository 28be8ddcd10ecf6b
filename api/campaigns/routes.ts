import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CampaignView } from '../../contract/campaign.ts';
import { toWire } from '../../contract/wire.ts';
import { type CampaignOnWire, campaignOnWire, campaignPageOnWire } from '../../contract/wire-views.ts';
import {
  type CampaignChange,
  type CampaignContent,
  changedContent,
  isEditable,
} from '../../domain/campaign/campaign.ts';
import type { Context, Outcome } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import { plainText } from '../../domain/text/plain.ts';
import type { Media } from '../../domain/ticket/events.ts';
import { underscoreSpaces } from '../../domain/ticket/file-name.ts';
import { countRecipients } from '../../projections/campaigns/count-recipients.ts';
import type { CampaignDocument, CampaignReportDocument } from '../../projections/campaigns/document.ts';
import type { StoredDocument } from '../../projections/ports/read-store.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { instantOf, timeText, timeZoneOf } from '../http/company-time.ts';
import { isRefused, withFile } from '../http/multipart.ts';
import { id, idParams, optional, pageNumber, searchParam } from '../http/schemas.ts';
import { fileSender } from '../media/send-file.ts';
import { checkFile } from '../messages/channel-rules.ts';
import type { CompanyNames } from '../names/names.ts';
import type { Api } from '../services.ts';
import { checkCarried, checkNamed } from './checks.ts';
import { type CampaignForm, campaignForm, changeOf, emptyContent } from './form.ts';
import { reportRoutes } from './report-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { totalsOf } from './totals.ts';
import { waitingOf } from './waiting.ts';

type Needs = Pick<
  Api,
  | 'app'
  | 'names'
  | 'limits'
  | 'desk'
  | 'eventStore'
  | 'state'
  | 'media'
  | 'reached'
  | 'config'
  | 'log'
  | 'now'
  | 'security'
>;

const tags = ['campaigns'];
const config = { plan: 'useCampaigns', rule: 'campaigns:manage' } as const;
const perPage = 20;
/** More than anybody makes: what is searched by words is looked through here. */
const mostListed = 5_000;

/** Campaigns, and how they are sent. */
export function campaignRoutes(api: Needs): void {
  const tools = createTools(api);
  readRoutes(api, tools);
  writeRoutes(api, tools);
  stateRoutes(api, tools);
  fileRoutes(api, tools);
  reportRoutes(api);
  settingsRoutes(api);
}
type Tools = ReturnType<typeof createTools>;

/** A list of contacts, a tag, a list of files. */
type Named = StoredDocument & { readonly name: string };

/** Returns the five texts under their numbers. */
const byNumber = <P extends string>(prefix: P, texts: readonly string[]) =>
  Object.fromEntries(texts.map((text, index) => [`${prefix}${index + 1}`, text])) as Record<
    `${P}${1 | 2 | 3 | 4 | 5}`,
    string
  >;

function viewOf(
  campaign: CampaignDocument,
  names: CompanyNames,
  lists: ReadonlyMap<string, Named>,
  report: CampaignReportDocument | undefined,
): CampaignView {
  const { messages, confirmationMessages, connectionId, media, ...more } = campaign;
  const { userId: _, recipients, code: _code, ...rest } = more;
  const zone = timeZoneOf(names, campaign.companyId);
  const when = (instant: string | null) => instant && timeText(instant, zone);
  const connection = connectionId === null ? undefined : names.get('connections', connectionId);
  const listRef = (listId: string | null) => {
    const record = listId === null ? undefined : lists.get(listId);
    return record ? { id: record.id, name: record.name } : null;
  };
  return {
    ...rest,
    ...byNumber('message', messages),
    ...byNumber('confirmationMessage', confirmationMessages),
    scheduledAt: when(campaign.scheduledAt),
    completedAt: when(campaign.completedAt),
    connectionId,
    connection: connection ? { id: connection.id, name: connection.name } : null,
    contactList: listRef(campaign.contactListId),
    tagList: listRef(campaign.tagListId),
    fileList: listRef(campaign.fileListId),
    mediaPath: media && `/api/campaigns/${campaign.id}/media/${media.id}`,
    mediaName: media?.name ?? null,
    editable: isEditable(campaign.status, campaign.scheduledAt, new Date().toISOString()),
    ...((recipients > 0 || report) && { totals: totalsOf(campaign, report) }),
  };
}

function createTools(api: Needs) {
  const { names } = api;

  async function views(
    { session, read }: FastifyRequest,
    documents: readonly CampaignDocument[],
  ): Promise<CampaignOnWire[]> {
    const company = await names.company(session.companyId);
    const lists = new Map<string, Named>();
    for (const { contactListId, tagListId, fileListId } of documents)
      for (const [plural, listId] of [
        ['contactLists', contactListId],
        ['tags', tagListId],
        ['fileLists', fileListId],
      ] as const) {
        if (listId === null || lists.has(listId)) continue;
        const record = await read.get<Named>(plural, listId);
        if (record) lists.set(listId, record);
      }
    const reports = await read.getMany<CampaignReportDocument>(
      'campaignReports',
      documents.map((document) => document.id),
    );
    const reportOf = new Map(reports.map((report) => [report.id, report]));
    return documents.map((document) => toWire(viewOf(document, company, lists, reportOf.get(document.id))));
  }

  /** @throws ERR_NO_CAMPAIGN_FOUND */
  async function find({ read }: FastifyRequest, campaignId: string): Promise<CampaignDocument> {
    const document = await read.get<CampaignDocument>('campaigns', campaignId);
    if (!document) throw new DomainError('ERR_NO_CAMPAIGN_FOUND');
    return document;
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    campaignId: string,
    outcome: { readonly position: number },
  ): Promise<CampaignOnWire> {
    await awaitSettled(api, reply, outcome);
    const [view] = await views(request, [await find(request, campaignId)]);
    return view!;
  }

  /** Returns what a form changes of a campaign; what it names is of the company, and its channel carries it. */
  async function checkForm(
    { session, read }: FastifyRequest,
    form: CampaignForm,
    before: CampaignContent,
    media: Media | null = null,
  ): Promise<CampaignChange> {
    const company = await names.company(session.companyId);
    const zone = timeZoneOf(company, session.companyId);
    const change = changeOf(form, (text) => instantOf(text, zone, 'scheduledAt'));
    const content = changedContent(before, change);
    await checkNamed(read, content, before);
    checkCarried(company, content, media);
    return change;
  }

  return { views, find, answer, checkForm };
}

function readRoutes({ app, names, now }: Needs, { views, find }: Tools): void {
  app.get(
    '/api/campaigns',
    {
      config,
      schema: {
        tags,
        summary:
          'Campaigns, the newest first, 20 a page; those of one status or connection. Beside them the one that goes out now.',
        querystring: z.object({
          searchParam,
          pageNumber,
          status: optional(campaignOnWire.shape.status),
          whatsappId: optional(id),
        }),
        response: { 200: campaignPageOnWire },
      },
    },
    async (request) => {
      const { query, read, session } = request;
      const words = plainText(query.searchParam?.trim() ?? '');
      const all = await read.find<CampaignDocument>('campaigns', { sort: ['-createdAt'], limit: mostListed });
      const some = all.filter(
        ({ name, status, connectionId }) =>
          plainText(name).includes(words) &&
          (query.status === undefined || status === query.status) &&
          (query.whatsappId === undefined || connectionId === query.whatsappId),
      );
      const start = (query.pageNumber - 1) * perPage;
      const running = all.find(({ status }) => status === 'EM_ANDAMENTO');
      const [view] = await views(request, running ? [running] : []);
      const company = await names.company(session.companyId);
      return {
        records: await views(request, some.slice(start, start + perPage)),
        running: running && view ? { ...view, ...waitingOf(running, company, now()) } : null,
        hasMore: some.length > start + perPage,
        count: some.length,
      };
    },
  );

  app.get(
    '/api/campaigns/:id',
    { config, schema: { tags, params: idParams, response: { 200: campaignOnWire } } },
    async (request) => (await views(request, [await find(request, request.params.id)]))[0]!,
  );
}

function writeRoutes(api: Needs, { find, answer, checkForm }: Tools): void {
  const { app, desk } = api;

  app.post(
    '/api/campaigns',
    {
      config,
      schema: {
        tags,
        summary: 'Makes a campaign.',
        description:
          'With scheduledAt (`YYYY-MM-DD HH:mm:ss` of the company’s time) it is PROGRAMADA and must be whole: a connection, ' +
          'recipients and a message. Without, it is INATIVA.',
        body: campaignForm,
        response: { 201: campaignOnWire },
      },
    },
    async (request, reply) => {
      const { userId } = request.session;
      const content = changedContent(emptyContent, await checkForm(request, request.body, emptyContent));
      const outcome = await desk.campaigns.create(contextOf(request), { ...content, userId });
      reply.status(201);
      return answer(request, reply, outcome.campaignId, outcome);
    },
  );

  app.put(
    '/api/campaigns/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Changes what is named: of one that waits more than an hour for its time, or was cancelled.',
        params: idParams,
        body: campaignForm,
        response: { 200: campaignOnWire },
      },
    },
    async (request, reply) => {
      const before = await find(request, request.params.id);
      const change = await checkForm(request, request.body, before, before.media);
      const outcome = await desk.campaigns.update(contextOf(request), { ...change, campaignId: before.id });
      return answer(request, reply, before.id, outcome);
    },
  );

  app.delete(
    '/api/campaigns/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Deletes one that does not run.',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id: campaignId } = await find(request, request.params.id);
      await awaitSettled(api, reply, await desk.campaigns.delete(contextOf(request), { campaignId }));
      return reply.status(204).send(null);
    },
  );
}

const summaries = {
  start: 'Begins now: of one that waits.',
  cancel: 'Stops one that runs, or takes away that it begins by itself.',
  restart: 'Goes on with one that was cancelled, where it stood: before its time it waits for that.',
} as const;

function stateRoutes(api: Needs, { find, answer }: Tools): void {
  const { app, desk, names } = api;
  type Step = (
    context: Context,
    data: { readonly campaignId: string; readonly recipients?: number },
  ) => Promise<Outcome>;
  const steps: Record<keyof typeof summaries, Step> = {
    ...desk.campaigns,
    // The domain has no word for how many are left.
    cancel: (context, { campaignId }) => desk.campaigns.cancel(context, { campaignId }),
  };
  for (const step of ['start', 'cancel', 'restart'] as const)
    app.post(
      `/api/campaigns/:id/${step}`,
      {
        config,
        schema: { tags, summary: summaries[step], params: idParams, response: { 200: campaignOnWire } },
      },
      async (request, reply) => {
        const campaign = await find(request, request.params.id);
        const { id: campaignId } = campaign;
        if (step !== 'cancel') {
          // What it names may be gone since it was saved, and the connection another.
          await checkNamed(request.read, campaign, emptyContent);
          checkCarried(await names.company(campaign.companyId), campaign, campaign.media);
        }
        const recipients = step === 'cancel' ? 0 : await countRecipients(request.read, campaign);
        const outcome = await steps[step](contextOf(request), { campaignId, recipients });
        return answer(request, reply, campaignId, outcome);
      },
    );
}

function fileRoutes(api: Needs, { find, answer }: Tools): void {
  const { app, desk, names } = api;
  const send = fileSender(api.media);

  async function setFile(request: FastifyRequest, reply: FastifyReply, media: Media | undefined) {
    const { id: campaignId } = await find(request, (request.params as { id: string }).id);
    const own = media && { ...media, name: underscoreSpaces(media.name) };
    const outcome = await desk.campaigns.setMedia(contextOf(request), { campaignId, media: own });
    return { outcome, view: await answer(request, reply, campaignId, outcome) };
  }

  app.post(
    '/api/campaigns/:id/media-upload',
    {
      config,
      schema: {
        tags,
        summary: 'The file that goes with every message.',
        params: idParams,
        response: { 200: campaignOnWire },
      },
    },
    async (request, reply) => {
      const { companyId, connectionId } = await find(request, request.params.id);
      return withFile(api, request, async (file, needed) => {
        if (connectionId !== null) checkFile(await names.company(companyId), connectionId, file);
        needed.add(file.id);
        const { outcome, view } = await setFile(request, reply, file).catch((error: unknown) => {
          if (isRefused(error)) needed.delete(file.id);
          throw error;
        });
        if (outcome.events.length === 0) needed.delete(file.id);
        return view;
      });
    },
  );

  app.delete(
    '/api/campaigns/:id/media-upload',
    { config, schema: { tags, params: idParams, response: { 200: campaignOnWire } } },
    async (request, reply) => (await setFile(request, reply, undefined)).view,
  );

  app.get(
    '/api/campaigns/:id/media/:mediaId',
    {
      config: { ...config, mediaCookie: true },
      schema: { tags, summary: 'Its file.', params: idParams.extend({ mediaId: id }) },
    },
    async (request, reply) => {
      const { media } = await find(request, request.params.id);
      if (media?.id !== request.params.mediaId) throw new DomainError('ERR_NOT_FOUND');
      return send(request, reply, media.id);
    },
  );
}
