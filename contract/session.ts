import { z } from 'zod';

/** Who is signed in: since when and from where. */
export const sessionView = z.object({
  id: z.string(),
  user: z.object({ id: z.string(), name: z.string() }),
  /** As the server saw it. */
  address: z.string(),
  /** 'Chrome 142', 'Windows'; '' where the browser says nothing that is known. */
  browser: z.string(),
  system: z.string(),
  since: z.string(),
  lastSeen: z.string(),
  /** A page of theirs is open now. */
  online: z.boolean(),
  secondStep: z.boolean(),
  /** The one that asks. */
  current: z.boolean(),
  /** Whoever asks may end it. */
  mayEnd: z.boolean(),
});
export type SessionView = z.output<typeof sessionView>;
