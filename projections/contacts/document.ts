import type { z } from 'zod';
import type { extraInfo } from '../../domain/contact/events.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `contacts`. */
export interface ContactDocument extends StoredDocument {
  readonly name: string;
  /** The name as lists sort it: see `domain/text/sort-name.ts`. */
  readonly sortName: string;
  readonly number: string;
  readonly email: string;
  readonly extraInfo: z.output<typeof extraInfo>;
  readonly aliases: readonly string[];
  readonly pictureId: string | null;
  readonly isGroup: boolean;
  /** A deleted contact stands in no list; its tickets still say whose they were. */
  readonly deletedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Campaigns do not write to them: since when, and the message that said so (null: an agent did). Absent: they may. */
  readonly leftCampaigns?: { readonly at: string; readonly messageId: string | null };
  /** Nothing is left that says who it was. */
  readonly erasedAt?: string;
  /** The contact that it is part of now; it stands in no list itself. */
  readonly mergedInto?: string;
  /** Contacts that are part of this one. */
  readonly mergedIds?: readonly string[];
}
