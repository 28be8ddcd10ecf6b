import { hasFeature } from '../../domain/company/features.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import type { TicketIntegration } from '../../domain/ticket/events.ts';
import { readSecret, recordSecrets } from '../secrets.ts';
import type { AssistantSettings } from '../../outgoing/assistants/open.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ReadStore, StoredDocument } from '../../projections/ports/read-store.ts';

/** As `records/prompt` declares it. */
interface PromptDocument extends StoredDocument {
  readonly prompt: string;
  readonly baseUrl: string;
  readonly model?: string;
  readonly maxMessages: number;
  readonly maxTokens: number;
  readonly temperature: number;
  readonly dailyTokens?: number;
  readonly handOverWords?: string;
  readonly voice: string;
  readonly voiceRegion: string;
}

/** As `records/queue-integration` declares it. */
interface IntegrationDocument extends StoredDocument {
  readonly type: 'typebot' | 'dialogflow' | 'n8n' | 'webhook';
  readonly urlN8N: string;
  readonly projectName: string;
  readonly language: string;
  readonly typebotSlug: string;
  readonly typebotExpires: number;
  readonly typebotDelayMessage: number;
  readonly typebotKeywordFinish: string;
  readonly typebotKeywordRestart: string;
  readonly typebotRestartMessage: string;
  readonly typebotUnknownMessage: string;
}

/** Who answers in a ticket, and how it is to be asked. */
export interface Chosen {
  readonly id: string;
  readonly settings: AssistantSettings;
  /** Messages of the conversation that it is told. */
  readonly history: number;
  /** Tokens that may be spent a day; 0: as many as are asked for. */
  readonly dailyTokens: number;
  /** Whether it is given voice messages. */
  readonly hears: boolean;
  /** Between two of its messages, milliseconds. */
  readonly delayMs: number;
}

interface Deps {
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly state: StateStore;
  readonly vault: Vault;
}

/** An integration has its own memory; what was said just before helps it nonetheless. */
const historyOfOthers = 10;

/** Returns how those are found who answer in a ticket. */
export function createChoice({ readStore, state, vault }: Deps) {
  const secretOf = (record: string, companyId: string, id: string, name: string) =>
    readSecret({ state, vault }, recordSecrets(record, companyId, id), name);

  async function promptOf(companyId: string, id: string): Promise<Chosen | undefined> {
    const row = await readStore.forCompany(companyId).get<PromptDocument>('prompts', id);
    const apiKey = row && (await secretOf('prompt', companyId, id, 'apiKey'));
    if (!row || apiKey === undefined) return undefined;
    const { prompt, baseUrl, model = 'gpt-4o-mini', maxTokens, temperature, handOverWords = '' } = row;
    const key = row.voice === 'texto' ? undefined : await secretOf('prompt', companyId, id, 'voiceKey');
    return {
      id,
      settings: {
        kind: 'model',
        ...{ prompt, baseUrl, apiKey, model, maxTokens, temperature, handOverWords },
        voice: key === undefined ? undefined : { name: row.voice, key, region: row.voiceRegion },
      },
      history: row.maxMessages,
      dailyTokens: row.dailyTokens ?? 0,
      hears: true,
      delayMs: 0,
    };
  }

  async function integrationOf(companyId: string, id: string): Promise<Chosen | undefined> {
    const row = await readStore.forCompany(companyId).get<IntegrationDocument>('queueIntegrations', id);
    if (!row) return undefined;
    const common = { id, history: historyOfOthers, dailyTokens: 0, hears: false, delayMs: 0 };
    switch (row.type) {
      case 'typebot':
        return {
          ...common,
          delayMs: row.typebotDelayMessage,
          settings: {
            kind: 'typebot',
            url: row.urlN8N,
            slug: row.typebotSlug,
            expires: row.typebotExpires,
            keywordFinish: row.typebotKeywordFinish,
            keywordRestart: row.typebotKeywordRestart,
            restartMessage: row.typebotRestartMessage,
            unknownMessage: row.typebotUnknownMessage,
          },
        };
      case 'dialogflow': {
        const credential = await secretOf('queueIntegration', companyId, id, 'jsonContent');
        const { projectName, language } = row;
        return credential === undefined
          ? undefined
          : { ...common, settings: { kind: 'dialogflow', projectName, language, credential } };
      }
      default:
        return { ...common, settings: { kind: row.type, url: row.urlN8N } };
    }
  }

  /** Returns who answers; undefined: whoever did was deleted, has no key any more, or the plan does not have it. */
  return async (
    companyId: string,
    { promptId, integrationId }: TicketIntegration,
  ): Promise<Chosen | undefined> => {
    const company = await readStore.forCompany(companyId).get<CompanyDocument>('companies', companyId);
    if (!company) return undefined;
    if (integrationId !== null)
      return hasFeature(company, 'useIntegrations') ? integrationOf(companyId, integrationId) : undefined;
    if (promptId === null || !hasFeature(company, 'useOpenAi')) return undefined;
    return promptOf(companyId, promptId);
  };
}
