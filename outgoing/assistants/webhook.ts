import { z } from 'zod';
import { type Assistant, AssistantError } from '../../domain/ports/assistant.ts';
import type { Answer, Ask } from '../ask.ts';
import { demand, readAs, sayable } from './asking.ts';

// A webhook of the company's own, or of a workflow of n8n that begins with the node 'Webhook'. It is sent one JSON document a turn and
// answers with one: {"messages": ["…"], "handOver": true, "session": "…"}. An empty answer says nothing, as that of a workflow that
// responds at once and speaks through the API later.

const text = z.string().max(20_000);
const saidText = z.union([text, z.object({ text }).transform((one) => one.text)]);
const reply = z.object({
  messages: z.array(saidText).max(50).optional(),
  /** What n8n's own chat answers with. */
  output: text.optional(),
  text: text.optional(),
  handOver: z.boolean().optional(),
  session: z.string().max(1_000).nullable().optional(),
});
type Reply = z.output<typeof reply>;

/** n8n answers with a list where its last node gives items. */
const answers = z.union([reply.transform((one): Reply[] => [one]), z.array(reply).max(50)]);

/** A page (of a proxy that asks to sign in, say) or JSON that breaks off: nobody's words. */
const noWords = /^\s*(?:<(?:!doctype|!--|\?xml|html|head|body)\b|<!--|\{\s*["}]|\[\s*["{])/i;
/** An answer in pieces, as of a node that streams: nobody puts them together here. */
const pieces = /^\s*(?:(?::|event:|id:|retry:)[^\n]*\n\s*)*data:\s*(?:\{|\[\s*["{])/;

function readParts(answer: Answer): Reply[] {
  const { text: said, body, status } = answer;
  // Plain text is an answer too, also where it reads as JSON: a price, a text in quotation marks.
  if (typeof body === 'string') return [{ text: body }];
  if (body !== undefined && typeof body !== 'number') return readAs(answers, answer);
  if (noWords.test(said) || pieces.test(said))
    throw new AssistantError('odd', 'the answer is a page, or JSON in pieces', status);
  return [{ text: said }];
}

export function createWebhook({ url }: { readonly url: string }, ask: Ask): Assistant {
  return {
    async reply({ companyId: _, heard: heardMessages, session, ...about }) {
      const { ticketId, protocol, contact, queue, history } = about;
      const answer = await demand(ask, {
        method: 'POST',
        url,
        body: {
          ticketId,
          protocol,
          contact,
          queue,
          history,
          session: session ?? null,
          messages: heardMessages.map(({ messageId, body, kind }) => ({
            id: messageId,
            text: body,
            type: kind,
          })),
        },
      });
      if (answer.text.trim() === '') return { say: [], tokens: 0, session };
      const parts = readParts(answer);
      const texts = parts.flatMap(({ messages = [], output = '', text = '' }) => [...messages, output, text]);
      const last = parts.findLast((part) => part.session !== undefined);
      return {
        say: sayable(texts),
        over: parts.some(({ handOver }) => handOver) ? 'chosen' : undefined,
        tokens: 0,
        session: last ? (last.session ?? undefined) : session,
      };
    },
  };
}
