import { z } from 'zod';
import { type Assistant, AssistantError, type AssistantQuestion } from '../../domain/ports/assistant.ts';
import type { Ask } from '../ask.ts';
import { demand, isWord, longestMessage, readAs, sayable } from './asking.ts';

// Typebot, chat API version 1 (https://docs.typebot.io/api-reference/chat).

export interface TypebotSettings {
  readonly url: string;
  readonly slug: string;
  /** Minutes after which a flow that waits begins anew; 0: never. */
  readonly expires: number;
  readonly keywordFinish: string;
  readonly keywordRestart: string;
  readonly restartMessage: string;
  readonly unknownMessage: string;
}

const message = z.object({
  type: z.string(),
  content: z
    .object({
      richText: z.array(z.unknown()).optional(),
      markdown: z.string().optional(),
      url: z.string().optional(),
    })
    .optional(),
});
const chat = z.object({
  sessionId: z.string().min(1).max(200).optional(),
  messages: z.array(message).max(200),
  input: z
    .object({
      type: z.string(),
      items: z.array(z.object({ content: z.string().optional() })).optional(),
    })
    .nullish(),
});
type Chat = z.output<typeof chat>;

/** Returns a text with the messaging app's marks around what is bold or italic; blanks stay outside. */
function markText(text: string, mark: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const at = text.indexOf(inner);
  return `${text.slice(0, at)}${mark}${inner}${mark}${text.slice(at + inner.length)}`;
}

/** Returns a text that may be left out. @throws AssistantError */
function textAt(value: unknown): string | undefined {
  if (value !== undefined && typeof value !== 'string')
    throw new AssistantError('odd', "the answer is unlike its documents at 'richText'");
  return value;
}

/**
 * Returns text as Typebot writes it: paragraphs of parts, some with children of their own (links, lists). Read as it is
 * walked: a schema takes half a second for the hundred thousand parts that an answer has room for.
 */
function plainText(part: unknown): string {
  const { text, type, bold, italic, url, children } = (part ?? {}) as Record<string, unknown>;
  const words = textAt(text);
  if (words !== undefined) {
    const boldText = bold === true ? markText(words, '*') : words;
    return italic === true ? markText(boldText, '_') : boldText;
  }
  const inside = (Array.isArray(children) ? children : []).map(plainText).join('');
  const address = textAt(url);
  if (address !== undefined && address !== inside) return `${inside} (${address})`;
  return type === 'li' ? `- ${inside}\n` : inside;
}

const textOf = ({ content }: z.output<typeof message>): string =>
  content?.markdown ?? content?.richText?.map(plainText).join('\n') ?? content?.url ?? '';

/** Letters of all choices: they are kept until the customer has chosen, and more do not fit into one message. */
const mostOfChoices = 2 * longestMessage;
/** Numbers that are taken for a choice have three digits. */
const mostChoices = 999;

/**
 * Returns the choices, numbered for who answers by number; what they wrote is told as the choice's own text. Those that
 * would not be read are left out.
 */
function choicesOf({ input }: Pick<Chat, 'input'>): readonly string[] {
  const choices: string[] = [];
  let room = mostOfChoices;
  for (const { content = '' } of input?.items ?? []) {
    room -= content.length;
    if (room < 0 || choices.length === mostChoices) break;
    if (content !== '') choices.push(content);
  }
  return choices;
}

/** What has to be known with the next message. */
const keptSession = z.object({ id: z.string(), choices: z.array(z.string()), at: z.number() });
const readSession = (session: string | undefined) => {
  try {
    return keptSession.safeParse(JSON.parse(session ?? 'null')).data;
  } catch {
    return undefined;
  }
};

const chosenText = (body: string, choices: readonly string[]): string =>
  (/^\d{1,3}$/.test(body.trim()) ? choices[Number(body.trim()) - 1] : undefined) ?? body;

export function createTypebot(settings: TypebotSettings, ask: Ask, now = () => Date.now()): Assistant {
  const base = `${settings.url.replace(/\/+$/, '')}/api/v1`;
  const begin = async ({ contact, queue, protocol, ticketId }: AssistantQuestion) => {
    const { name, number } = contact;
    return readAs(
      chat,
      await demand(ask, {
        method: 'POST',
        url: `${base}/typebots/${encodeURIComponent(settings.slug)}/startChat`,
        body: { prefilledVariables: { name, number, pushName: name, queue, protocol, ticketId } },
      }),
    );
  };
  const goOn = async (id: string, text: string) =>
    readAs(
      chat,
      await demand(ask, {
        method: 'POST',
        url: `${base}/sessions/${encodeURIComponent(id)}/continueChat`,
        body: { message: { type: 'text', text } },
      }),
    );

  /** Its server has forgotten the session, as after a restart. */
  const isForgotten = (error: unknown) => error instanceof AssistantError && error.status === 404;

  function replyOf(said: readonly string[], answer: Chat, id: string) {
    const choices = choicesOf(answer);
    const menu = choices.map((content, index) => `*${index + 1}* – ${content}`).join('\n');
    const say = sayable([...said, ...answer.messages.map(textOf), menu]);
    // A flow that waits for nothing is at its end.
    if (!answer.input) return { say, over: 'chosen' as const, tokens: 0 };
    return { say, tokens: 0, session: JSON.stringify({ id, choices, at: now() }) };
  }

  async function beginAnew(question: AssistantQuestion, said: readonly string[] = []) {
    const answer = await begin(question);
    if (answer.sessionId === undefined) throw new AssistantError('odd', 'the answer names no session');
    return replyOf(said, answer, answer.sessionId);
  }

  return {
    async reply(question) {
      const knownSession = readSession(question.session);
      const isOld =
        knownSession && settings.expires > 0 && now() - knownSession.at > settings.expires * 60_000;
      const last = question.heard.at(-1);
      if (last && isWord(last.body, settings.keywordFinish)) return { say: [], over: 'asked', tokens: 0 };
      if (last && isWord(last.body, settings.keywordRestart))
        return beginAnew(question, [settings.restartMessage]);
      if (!knownSession || isOld || !last) return beginAnew(question);
      // A picture or a voice message says nothing to a flow.
      const body = question.heard.map((one) => one.body).join('\n');
      if (body.trim() === '')
        return { say: sayable([settings.unknownMessage]), tokens: 0, session: question.session };
      try {
        const answer = await goOn(knownSession.id, chosenText(body, knownSession.choices));
        const isUnknown = answer.messages.length === 0 && answer.input;
        return replyOf(isUnknown ? [settings.unknownMessage] : [], answer, knownSession.id);
      } catch (error) {
        if (isForgotten(error)) return beginAnew(question);
        throw error;
      }
    },
  };
}
