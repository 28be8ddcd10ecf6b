import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AssistantTrial, assistantTrial, promptSpending } from '../../contract/assistant.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { AssistantError, dialogflowRegions } from '../../domain/ports/assistant.ts';
import { createSpending } from '../../messaging/assistant-spending.ts';
import { readRecordSecret } from '../../messaging/record-secrets.ts';
import { readSecret, recordSecrets } from '../../messaging/secrets.ts';
import { type AssistantChoices, createChoice } from '../../outgoing/assistants/chosen.ts';
import type { AssistantSettings } from '../../outgoing/assistants/open.ts';
import type { StoredDocument } from '../../projections/ports/read-store.ts';
import type { Api } from '../services.ts';
import { spentByAll } from './spent.ts';

type Needs = Pick<Api, 'app' | 'assistants' | 'limits' | 'log' | 'now' | 'readStore' | 'state' | 'vault'>;

interface PromptRow extends StoredDocument {
  readonly name: string;
  readonly dailyTokens?: number;
}

/** As many as a page shows at most. */
const mostPrompts = 100;
const session = z.object({
  projectName: z.string().trim().min(1).max(200),
  /** The service account's key file; absent: the one that `id` has. */
  jsonContent: z.string().trim().min(2).max(20_000).optional(),
  id: z.string().min(1).max(100).optional(),
  language: z.enum(['pt-BR', 'en', 'es']).default('pt-BR'),
  region: z.enum(dialogflowRegions).default('global'),
});

const ofPrompts = { rule: 'settings:manage', plan: 'useOpenAi' } as const;
const ofIntegrations = { rule: 'settings:manage', plan: 'useIntegrations' } as const;
const params = z.object({ id: z.string().min(1).max(100) });
const nothing: AssistantTrial = { outcome: 'gone', status: null, text: '' };

/** Returns what tries an assistant out: with one word, in nobody's name. */
function createTrials(api: Needs) {
  const { assistants } = api;
  const spending = createSpending(api.state, api.now);
  const choose = createChoice({
    rowOf: (companyId, collection, id) => api.readStore.forCompany(companyId).get(collection, id) as never,
    secretOf: (of, name) => readRecordSecret(api, of, name),
  });

  /** @param promptId whose it is: what it costs counts as any other answer of its */
  async function tryAssistant(
    request: FastifyRequest,
    settings: AssistantSettings,
    promptId?: string | null,
  ): Promise<AssistantTrial> {
    // Each sends a question out, to where the company says.
    api.limits.question(request.session);
    const { companyId } = request.session;
    const signal = AbortSignal.timeout(60_000);
    try {
      const { say, tokens } = await assistants.of(settings).reply(
        {
          companyId,
          ticketId: newId(),
          protocol: '',
          queue: '',
          history: [],
          contact: { name: request.session.name, number: '' },
          heard: [{ messageId: newId(), body: 'Oi', kind: 'chat' }],
        },
        signal,
      );
      if (promptId && tokens > 0) await spending.add(companyId, promptId, tokens);
      return { outcome: 'answers', status: null, text: say.map(({ body }) => body).join('\n') };
    } catch (error) {
      if (!(error instanceof AssistantError)) throw error;
      api.log.info({ err: error, companyId }, 'an assistant was tried and did not answer');
      return { outcome: error.failure, status: error.status ?? null, text: '' };
    }
  }

  const triedRow = async (
    request: FastifyRequest,
    collection: 'prompts' | 'queueIntegrations',
    id: string,
  ): Promise<AssistantTrial> => {
    if (!(await request.read.get(collection, id))) throw new DomainError('ERR_NOT_FOUND');
    const of: AssistantChoices =
      collection === 'prompts'
        ? { promptId: id, integrationId: null }
        : { promptId: null, integrationId: id };
    const chosen = await choose(request.session.companyId, of);
    return chosen ? tryAssistant(request, chosen.settings, of.promptId) : nothing;
  };
  return { tryAssistant, triedRow };
}

type Trials = ReturnType<typeof createTrials>;

/** What prompts cost, and whether their providers answer. */
function promptRoutes(api: Needs, { triedRow }: Trials): void {
  const { app } = api;
  const spending = createSpending(api.state, api.now);

  app.get(
    '/api/prompt/spending',
    {
      config: ofPrompts,
      schema: {
        tags: ['prompt'],
        summary: 'What each prompt and all of them have cost today, in tokens, and what they may.',
        response: { 200: promptSpending },
      },
    },
    async ({ read, session: { companyId } }) => {
      const rows = await read.find<PromptRow>('prompts', { sort: ['sortTitle'], limit: mostPrompts });
      const prompts = await Promise.all(
        rows.map(async ({ id, name, dailyTokens = 0 }) => ({
          id,
          name,
          dailyTokens,
          tokens: await spending.of(companyId, id),
        })),
      );
      return { prompts, ...spentByAll(prompts, api.now()) };
    },
  );

  app.post(
    '/api/prompt/:id/test',
    {
      config: ofPrompts,
      schema: {
        tags: ['prompt'],
        summary: 'Try a prompt: whether the provider answers and takes the key.',
        params,
        response: { 200: assistantTrial },
      },
    },
    (request) => triedRow(request, 'prompts', request.params.id),
  );
}

/** Whether the platforms of others answer, also before a credential is saved. */
function integrationRoutes(api: Needs, { tryAssistant, triedRow }: Trials): void {
  const { app } = api;

  app.post(
    '/api/queueIntegration/:id/test',
    {
      config: ofIntegrations,
      schema: {
        tags: ['queueIntegration'],
        summary: 'Try an integration: whether the other side answers.',
        params,
        response: { 200: assistantTrial },
      },
    },
    (request) => triedRow(request, 'queueIntegrations', request.params.id),
  );

  app.post(
    '/api/queueIntegration/testSession',
    {
      config: ofIntegrations,
      schema: {
        tags: ['queueIntegration'],
        summary: 'Try a Dialogflow project with a credential, before it is saved.',
        body: session,
        response: { 200: assistantTrial },
      },
    },
    async (request) => {
      const { projectName, language, region, id, jsonContent } = request.body;
      const { companyId } = request.session;
      const place = id === undefined ? undefined : recordSecrets('queueIntegration', companyId, id);
      const credential = jsonContent ?? (place && (await readSecret(api, place, 'jsonContent')));
      if (credential === undefined)
        throw new DomainError('ERR_VALIDATION', 'a credential is needed', {
          errors: { jsonContent: 'required' },
        });
      return tryAssistant(request, { kind: 'dialogflow', projectName, language, region, credential });
    },
  );
}

/** Assistants tried out before somebody is left to them, and what they cost. */
export function assistantRoutes(api: Needs): void {
  const trials = createTrials(api);
  promptRoutes(api, trials);
  integrationRoutes(api, trials);
}
