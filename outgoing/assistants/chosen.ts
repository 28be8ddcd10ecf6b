import type { DialogflowRegion } from '../../domain/ports/assistant.ts';
import type { TicketIntegration } from '../../domain/ticket/events.ts';
import type { AssistantSettings } from './open.ts';

/** As `records/prompt` declares it. */
interface PromptRow {
  readonly id: string;
  readonly prompt: string;
  readonly baseUrl: string;
  readonly model?: string;
  readonly transcriptionModel?: string;
  readonly maxMessages: number;
  readonly maxTokens: number;
  readonly temperature: number;
  readonly dailyTokens?: number;
  readonly handOverWords?: string;
  readonly voice: string;
  readonly voiceRegion: string;
}

/** As `records/queue-integration` declares it. */
interface IntegrationRow {
  readonly id: string;
  readonly type: 'typebot' | 'dialogflow' | 'n8n' | 'webhook';
  readonly urlN8N: string;
  readonly projectName: string;
  readonly language: string;
  readonly region?: DialogflowRegion;
  readonly typebotSlug: string;
  readonly typebotExpires: number;
  readonly typebotDelayMessage: number;
  readonly typebotKeywordFinish: string;
  readonly typebotKeywordRestart: string;
  readonly typebotRestartMessage: string;
  readonly typebotUnknownMessage: string;
}

/** One of the two, or neither. */
export type AssistantChoices = Pick<TicketIntegration, 'promptId' | 'integrationId'>;

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
  /** Returns a row of a company's records. */
  readonly rowOf: <Row>(companyId: string, collection: string, id: string) => Promise<Row | undefined>;
  /** Returns what was typed into a secret field of a row, for the address that the row has; undefined: nothing. */
  readonly secretOf: (
    of: { readonly companyId: string; readonly record: string; readonly row: { readonly id: string } },
    name: string,
  ) => Promise<string | undefined>;
}

/** An integration has its own memory; what was said just before helps it nonetheless. */
const historyOfOthers = 10;

/** Returns how those are found who answer in a ticket. Whether the company's plan has them is not asked here. */
export function createChoice({ rowOf, secretOf }: Deps) {
  async function promptOf(companyId: string, id: string): Promise<Chosen | undefined> {
    const row = await rowOf<PromptRow>(companyId, 'prompts', id);
    if (!row) return undefined;
    const of = { companyId, record: 'prompt', row };
    const apiKey = await secretOf(of, 'apiKey');
    if (apiKey === undefined) return undefined;
    const { prompt, baseUrl, model = 'gpt-4o-mini', maxTokens, temperature, handOverWords = '' } = row;
    const { transcriptionModel = 'whisper-1' } = row;
    const key = row.voice === 'texto' ? undefined : await secretOf(of, 'voiceKey');
    return {
      id,
      settings: {
        kind: 'model',
        prompt,
        baseUrl,
        apiKey,
        model,
        transcriptionModel,
        maxTokens,
        temperature,
        handOverWords,
        voice: key === undefined ? undefined : { name: row.voice, key, region: row.voiceRegion },
      },
      history: row.maxMessages,
      dailyTokens: row.dailyTokens ?? 0,
      hears: transcriptionModel !== '',
      delayMs: 0,
    };
  }

  async function integrationOf(companyId: string, id: string): Promise<Chosen | undefined> {
    const row = await rowOf<IntegrationRow>(companyId, 'queueIntegrations', id);
    if (!row) return undefined;
    const commonFields = { id, history: historyOfOthers, dailyTokens: 0, hears: false, delayMs: 0 };
    switch (row.type) {
      case 'typebot':
        return {
          ...commonFields,
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
        const credential = await secretOf({ companyId, record: 'queueIntegration', row }, 'jsonContent');
        const { projectName, language, region = 'global' } = row;
        return credential === undefined
          ? undefined
          : { ...commonFields, settings: { kind: 'dialogflow', projectName, language, region, credential } };
      }
      default:
        return { ...commonFields, settings: { kind: row.type, url: row.urlN8N } };
    }
  }

  /** Returns who answers; undefined: whoever did was deleted, or has no key any more. */
  return async (
    companyId: string,
    { promptId, integrationId }: AssistantChoices,
  ): Promise<Chosen | undefined> => {
    if (integrationId !== null) return integrationOf(companyId, integrationId);
    return promptId === null ? undefined : promptOf(companyId, promptId);
  };
}
