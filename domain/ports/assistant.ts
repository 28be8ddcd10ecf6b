/** What the product needs of others, as interfaces: stores, mail, payments, assistants, systems that companies bill by. */

import type { MessageKind } from '../ticket/kind.ts';
import { OtherSystemError } from './other-system.ts';

/** What somebody wrote, in the order of the conversation. */
export interface Spoken {
  readonly by: 'contact' | 'company';
  readonly body: string;
}

/** A voice message, whole. */
export interface Voice {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
}

/** What a contact wrote that nobody answered; `voice`: it was spoken, and `body` is ''. `kind`: of a file or place, what it is. */
export interface Unanswered {
  readonly messageId: string;
  readonly body: string;
  readonly kind: MessageKind;
  readonly voice?: Voice | undefined;
}

/** What an assistant is asked. */
export interface AssistantQuestion {
  readonly companyId: string;
  readonly ticketId: string;
  readonly protocol: string;
  readonly contact: { readonly name: string; readonly number: string };
  readonly queue: string;
  /** Oldest first; empty: the contact chose the queue and wrote nothing yet. */
  readonly heard: readonly Unanswered[];
  /** What was said before, oldest first. */
  readonly history: readonly Spoken[];
  /** What the assistant gave with its last reply to go on by. */
  readonly session?: string | undefined;
}

export interface AssistantReply {
  readonly say: readonly { readonly body: string; readonly voice?: Voice | undefined }[];
  /** It has nothing more to do: an agent goes on. `asked`: because the contact wants one. */
  readonly over?: 'asked' | 'chosen' | undefined;
  /** What the model counted; 0 where nobody counts. */
  readonly tokens: number;
  /** To go on by; absent: the next question begins anew. */
  readonly session?: string | undefined;
}

/** Where Dialogflow may keep an agent (https://cloud.google.com/dialogflow/es/docs/how/region). */
export const dialogflowRegions = [
  'global',
  'europe-west1',
  'europe-west2',
  'australia-southeast1',
  'asia-northeast1',
] as const;
export type DialogflowRegion = (typeof dialogflowRegions)[number];

/** No reply to be used. */
export class AssistantError extends OtherSystemError {
  override readonly name = 'AssistantError';
  /** Whether it is a voice message that could not be made words. */
  readonly isUnheard: boolean = false;
  /** Returns the same, of a voice message that could not be made words. */
  ofVoice(): AssistantError {
    return Object.assign(new AssistantError(this.failure, this.message, this.status, this.isUnbegun), {
      isUnheard: true,
    });
  }
  /** Whether it may answer when it is asked again. */
  get isPassing(): boolean {
    const { failure, status = 0 } = this;
    return failure === 'unreachable' || failure === 'slow' || status === 429 || status >= 500;
  }
}

/** Whoever answers contacts instead of an agent: a language model, or a bot of another platform. */
export interface Assistant {
  /** Returns about as many tokens as an answer costs at most. Absent: nobody counts what it costs. */
  estimate?(question: AssistantQuestion): number;
  /** @throws AssistantError */
  reply(question: AssistantQuestion, signal: AbortSignal): Promise<AssistantReply>;
}
