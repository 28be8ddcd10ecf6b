import { onDemand } from '../../domain/kernel/on-demand.ts';
import type { Assistant } from '../../domain/ports/assistant.ts';
import { createAsk } from '../ask.ts';
import { type AllowedPrivate, publicLines } from '../private-addresses.ts';
import { wary } from './asking.ts';
import { createDialogflow, type DialogflowPlaces, type DialogflowSettings } from './dialogflow.ts';
import { createModel, type ModelSettings } from './model.ts';
import { createTypebot, type TypebotSettings } from './typebot.ts';
import { createWebhook } from './webhook.ts';

export interface AssistantPlaces {
  readonly dialogflow?: DialogflowPlaces;
  /** Azure's speech service. */
  readonly speech?: string;
}
export interface AssistantsSettings {
  readonly allowedPrivate: AllowedPrivate;
  /** For tests. */
  readonly assistantPlaces?: AssistantPlaces;
  readonly assistantTimeoutMs?: number;
}

export type AssistantSettings =
  | ({ readonly kind: 'model' } & ModelSettings)
  | ({ readonly kind: 'typebot' } & TypebotSettings)
  | ({ readonly kind: 'dialogflow' } & DialogflowSettings)
  | { readonly kind: 'n8n' | 'webhook'; readonly url: string };

/** A model takes its time; a bot of another platform may ask one itself. */
const timeoutMs = 30_000;
/** JSON of some megabytes takes a second to be read, in which nobody is answered; a reply of words is far shorter. */
const mostBytes = 512 * 1024;
const mostBytesOfVoice = 4 * 1024 * 1024;

/** Returns how those are reached who answer contacts on behalf of companies. */
export function openAssistants({ allowedPrivate, assistantPlaces = {}, ...settings }: AssistantsSettings) {
  const limits = { timeoutMs: settings.assistantTimeoutMs ?? timeoutMs, mostBytes };
  const connect = publicLines(allowedPrivate);
  const ask = createAsk({ connect, ...limits });
  const linesOf = (maxResponseSize: number) =>
    onDemand(async () => new (await import('undici')).Agent({ connect, maxResponseSize }));
  const lines = { dispatcher: linesOf(mostBytes), voices: linesOf(mostBytesOfVoice) };
  return {
    of(one: AssistantSettings): Assistant {
      switch (one.kind) {
        case 'model': {
          const voice = one.voice && { ...one.voice, url: assistantPlaces.speech };
          return wary(createModel({ ...one, voice }, { ...lines, timeoutMs: limits.timeoutMs }));
        }
        case 'typebot':
          return wary(createTypebot(one, ask));
        case 'dialogflow':
          return wary(createDialogflow(one, ask, assistantPlaces.dialogflow));
        case 'n8n':
        case 'webhook':
          return wary(createWebhook(one, ask));
        default:
          return one satisfies never;
      }
    },
  };
}
export type Assistants = ReturnType<typeof openAssistants>;
