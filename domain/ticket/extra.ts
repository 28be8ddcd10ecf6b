import { z } from 'zod';

const text = z.string();

/**
 * What a message is beside its body, as facts: the screens have the words for them. Whoever knows a field not yet reads
 * the message without it, so what can be said in `body` and `mediaType` is said there too.
 */
export const messageExtra = z.object({
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: text.optional(),
      address: text.optional(),
      /** Shared while its sender moves: this is where they were first. */
      live: z.boolean().optional(),
    })
    .optional(),
  contacts: z.array(z.object({ name: text, number: text.optional() })).optional(),
  call: z
    .object({
      missed: z.boolean(),
      video: z.boolean().default(false),
      seconds: z.number().optional(),
      /**
       * `missed`: it rang and nobody took it; `cancelled`: who called hung up before; `rejected`, `answered`: on the
       * company's phone; `refused`: the company takes none.
       */
      outcome: z.enum(['missed', 'cancelled', 'rejected', 'answered', 'refused']).optional().catch(undefined),
    })
    .optional(),
  sticker: z.object({ animated: z.boolean() }).optional(),
  /** To be seen once. `onPhone`: the network gives it to the phone alone. */
  viewOnce: z.object({ onPhone: z.boolean() }).optional(),
  /** The question is the body. `choices`: how many options one person may choose; 0: any number. */
  poll: z.object({ options: z.array(text), choices: z.number().int().nonnegative() }).optional(),
  /** A template or a text with buttons or a list; its main text is the body. */
  interactive: z
    .object({ title: text.optional(), footer: text.optional(), buttons: z.array(text) })
    .optional(),
  /** The advertisement whoever wrote this came from. */
  ad: z.object({ title: text.optional(), text: text.optional(), url: text.optional() }).optional(),
  invite: z.object({ group: text }).optional(),
  /** Instants are ISO strings. */
  event: z
    .object({
      name: text,
      startsAt: text.optional(),
      endsAt: text.optional(),
      place: text.optional(),
      canceled: z.boolean(),
    })
    .optional(),
  /** It came and could not be read. `undecryptable`: it was asked for again; `onPhone`: only the phone has it. */
  unreadable: z.object({ cause: text }).optional(),
  /** A kind this build cannot show, by the messaging app's own name. */
  unknown: z.object({ kind: text }).optional(),
});
export type MessageExtra = z.output<typeof messageExtra>;
