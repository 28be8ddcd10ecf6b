import type { ContactEvent } from './events.ts';

type Lost = Readonly<Record<string, number>>;
export type Created = Extract<ContactEvent, { type: 'ContactCreated' }>['data'];
export type Personal = Pick<Created, 'name' | 'number' | 'email' | 'extraInfo'>;

/** What a contact was before it took in another. */
export interface Before extends Pick<Facts, 'personal' | 'aliases' | 'pictureId'> {
  readonly leftCampaigns: boolean;
}
/** Somebody whom this contact is not, as people said by undoing a merge. */
export interface Apart {
  /** Which merge of that contact was undone last, counted from 1; 0: it was this one that came out of that. */
  readonly merge: number;
  /** What went to that contact with it. */
  readonly addresses: readonly string[];
  readonly leftCampaigns: boolean;
}

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
  /** How often it was merged into others; absent: never. */
  readonly merges?: number;
  /** By whom it took in. */
  readonly taken?: Readonly<Record<string, Before>>;
  /** How often it began to take in, or let go: each time has a key of its own. */
  readonly times?: number;
  /** Addresses of which the network said with the address of whom, of its parts, they go. */
  readonly via?: Readonly<Record<string, string>>;
  readonly apart?: Readonly<Record<string, Apart>>;
  /** Contacts that it was part of: what it wrote then has ids of theirs. */
  readonly partOf?: readonly string[];
  /** It came out of another and may not have all of its tickets yet. */
  readonly unmerging?: true;
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
  readonly at: string;
  readonly toldApart: boolean;
};

export type ContactState =
  | { readonly status: 'absent' }
  | { readonly status: 'void'; readonly lost: Lost }
  | { readonly status: 'deleted'; readonly lost: Lost; readonly apart?: Facts['apart'] }
  | {
      readonly status: 'erased';
      readonly lost: Lost;
      readonly completed: boolean;
      /** Absent: nothing says it but its key, which is gone. */
      readonly erasedAt?: string;
      readonly apart?: Facts['apart'];
    }
  | ActiveContact
  | MergedContact;
