import type { ContactEvent } from './events.ts';

type Lost = Readonly<Record<string, number>>;
export type Created = Extract<ContactEvent, { type: 'ContactCreated' }>['data'];
export type Personal = Pick<Created, 'name' | 'number' | 'email' | 'extraInfo'>;

interface Facts {
  readonly lost: Lost;
  readonly personal: Personal;
  readonly isGroup: boolean;
  readonly aliases: readonly string[];
  readonly pictureId: string | null;
  readonly origin: Created['origin'];
  /** Contacts that became part of this one, and when the last of them did. */
  readonly merged: readonly string[];
  readonly mergedAt: string;
  /** They are not written to by campaigns. */
  readonly leftCampaigns?: boolean;
}
export type ActiveContact = Facts & { readonly status: 'active' };
/** It goes on in another contact; what it was is what that one takes in. */
export type MergedContact = Facts & {
  readonly status: 'merged';
  readonly into: string;
  readonly keepsName: boolean;
  readonly completed: boolean;
};

export type ContactState =
  | { readonly status: 'absent' }
  | { readonly status: 'void' | 'deleted'; readonly lost: Lost }
  | { readonly status: 'erased'; readonly lost: Lost; readonly completed: boolean }
  | ActiveContact
  | MergedContact;
