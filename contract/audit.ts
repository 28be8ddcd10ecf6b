import { z } from 'zod';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** A value as the event had it; `•••` stands for a secret. */
const auditValue = z.union([scalar, z.array(z.unknown())]);

export const auditEntry = z.object({
  id: z.string(),
  position: z.number(),
  /** ISO instant. */
  at: z.string(),
  /** The event's type. */
  type: z.string(),
  /** What was changed: a record's name, or user, company, connection, setting, session, security … */
  kind: z.string(),
  /** What was done: Created, Updated, Deleted, LoggedIn … */
  action: z.string(),
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  subjectId: z.string(),
  title: z.string(),
  /** Fields that changed; those within objects by their path (`limits/users`). */
  changes: z.array(z.object({ field: z.string(), before: auditValue, after: auditValue })),
  /** Fields that stayed as they were. */
  same: z.number(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** Who may have done something. `isFormer`: no user any more, but what they did is in the list. */
export const auditPeople = z.array(z.object({ id: z.string(), name: z.string(), isFormer: z.boolean() }));
export type AuditPeople = z.output<typeof auditPeople>;

/** Where an entry's event stands in the chain; null: not sealed yet. */
export const chainLink = z
  .object({
    hash: z.string(),
    previous: z.string(),
    /** The event as it stands there now has this hash. */
    matches: z.boolean(),
    sealedAt: z.string(),
  })
  .nullable();
export type ChainLink = z.output<typeof chainLink>;

export const auditDetail = auditEntry.extend({ link: chainLink });
export type AuditDetail = z.output<typeof auditDetail>;

/** How the log's hash chain stands, of the whole installation. */
export const chainState = z.object({
  /** Events sealed; 0: the chain has not begun. */
  total: z.number(),
  /** Written at that instant the last of them; null: none. */
  throughAt: z.string().nullable(),
  sealedAt: z.string().nullable(),
  /** Since when there is a chain: what was there before is sealed as it was then. */
  since: z.string().nullable(),
  head: z.string(),
  /** Events behind the last seal; `isMore`: at least. */
  unsealed: z.object({ count: z.number(), isMore: z.boolean() }),
  /** The last verification of all of it; null: none yet. */
  check: z
    .object({
      at: z.string(),
      holds: z.boolean(),
      through: z.string().nullable(),
      intact: z.number(),
      sealed: z.number(),
      problemCount: z.number(),
      /** Those that the reader may know of: of its own company; super users see all. */
      problems: z.array(
        z.object({
          kind: z.string(),
          position: z.number(),
          stream: z.string(),
          type: z.string(),
          id: z.string(),
        }),
      ),
    })
    .nullable(),
});
export type ChainState = z.output<typeof chainState>;

/** A page of the audit list. */
export const auditPage = z.object({ entries: z.array(auditEntry), count: z.number(), hasMore: z.boolean() });
export type AuditPage = z.output<typeof auditPage>;
