/**
 * What all plugins stand on: session, calls, live changes, texts, storage, theme. This file has the types by which a
 * plugin declares itself.
 */

import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Change } from '../../contract/changes.ts';
import type { ConnectionView } from '../../contract/connection.ts';
import type { ContactView } from '../../contract/contact.ts';
import type { MessageView } from '../../contract/message.ts';
import type { TicketView } from '../../contract/ticket.ts';
import type { Rule } from '../../domain/access/policy.ts';
import type { PlanFlag } from '../../domain/company/events.ts';
import type { Locale, MessageKey } from './locale.ts';
import type { Session } from './session.tsx';

/**
 * Where plugins show parts inside other plugins' screens, and the props they get. A plugin adds a slot of its own by
 * declaration merging: `declare module '…/shell/plugin.ts' { interface Slots { 'my.slot': { … } } }`.
 */
export interface Slots {
  'topbar.item': Record<never, never>;
  /** Below the login's button: the ways in for who has no account, or no password. Shown to everybody. */
  'signin.link': Record<never, never>;
  'topbar.notifications': Record<never, never>;
  /** A line above every page, mounted for the whole session: what a plugin does, or has to say, wherever people are. */
  'page.notice': Record<never, never>;
  /** An entry of the account's menu, opened: what has no room in a phone's bar. */
  'account.item': { anchor: HTMLElement | null; onClose: () => void };
  /** An entry of the account's menu, opened: a dialog about who is signed in. */
  'account.dialog': { onClose: () => void };
  /** Above the dashboard's figures: what somebody should look at first. */
  'dashboard.notice': Record<never, never>;
  /** A tab of the users' page, at `/users/` and the end of its id. */
  'users.tab': Record<never, never>;
  /** A tab of the settings, at `/settings/` and the end of its id; what lies below that address is its own. */
  'settings.tab': Record<never, never>;
  'dashboard.card': { from: string; to: string };
  /** Below everything else of the dashboard. */
  'dashboard.foot': Record<never, never>;
  'ticket.panel': { ticket: TicketView };
  'ticket.action': { ticket: TicketView };
  'ticket.dock': { ticket: TicketView };
  /** Above where one writes to the contact. */
  'conversation.notice': { ticket: TicketView };
  'message.body': { message: MessageView };
  /** Where a conversation would be, while none is open; `otherwise` is what stands there of itself. */
  'desk.start': { otherwise: ReactNode };
  /** Of the first steps, that of the first answer: a way to get a customer on this connection. */
  'firstSteps.answer': {
    connection: Pick<ConnectionView, 'id' | 'channel' | 'name'>;
    variant: 'contained' | 'outlined';
  };
  /** A conversation is to begin with this contact. */
  'conversation.new': { contact: Pick<ContactView, 'id' | 'name' | 'number'>; onClose: () => void };
  /** Beside what can be done with a connection as it is now. */
  'connection.action': { connection: ConnectionView };
  /** In the dialog of a connection that is there. */
  'connection.details': { connection: ConnectionView };
  /** Beside what is typed to the contact; `clear` empties it, once it went another way. */
  'composer.tool': { ticket: TicketView; text: string; insert: (text: string) => void; clear: () => void };
}

/** Who sees an entry. All conditions given must hold; the server checks them again. */
export interface Gate {
  readonly plan?: PlanFlag;
  readonly rule?: Rule;
  readonly when?: (session: Session) => boolean;
}

export interface Entry extends Gate {
  readonly id: string;
  readonly label: MessageKey;
  readonly order?: number;
}

export type Icon = ComponentType<{ size?: number | string; className?: string }>;

/** A component loaded when it is first shown: `() => import('./page.tsx').then((m) => ({ default: m.Page }))`. */
// biome-ignore lint/complexity/noBannedTypes: `{}` is what a component without props takes
export type Load<P = {}> = () => Promise<{ default: ComponentType<P> }>;

export interface MenuEntry extends Entry {
  readonly to: `/${string}`;
  readonly icon: Icon;
  /** Called as a hook while the menu renders: a number shows as a count, `true` as an alert dot. */
  readonly badge?: () => number | boolean;
  /** `campaigns` and `admin` entries stand under their headings; `foot` ones (help, settings) at the bottom. */
  readonly group?: 'main' | 'campaigns' | 'admin' | 'foot';
  /** Shown in the phone's bottom bar (the first four by order). */
  readonly phone?: boolean;
  /** Shorter name for the bottom bar. */
  readonly short?: MessageKey;
}

export interface Command extends Entry {
  /** As written on a keyboard: 'Alt+J', 'Ctrl+K', '?'. The shell listens while the entry's plugin is loaded. */
  readonly keys?: string;
  readonly icon?: Icon;
  /** `go` leads to another page of the console. */
  readonly run: (go: (to: `/${string}`) => void) => void;
}

/** What a search in the palette yields besides commands (tickets, messages, contacts). */
export interface PaletteHit {
  readonly id: string;
  readonly title: string;
  readonly hint?: string;
  /** Of the queue it stands in, before the hint. */
  readonly color?: string;
  /** The hint's first word: how it stands, in the reader's language. */
  readonly state?: MessageKey;
  /** When something last happened to it. */
  readonly at?: string;
  /** Whom it is about; otherwise what kind of thing it is. */
  readonly avatar?: { readonly name: string; readonly id?: string; readonly src: string | null };
  readonly icon?: Icon;
  readonly to: `/${string}`;
}
export interface PaletteProvider extends Gate {
  readonly id: string;
  readonly label: MessageKey;
  /** What stands first is what Enter opens. */
  readonly order: number;
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly PaletteHit[]>;
}

export interface Plugin {
  readonly name: string;
  /** The plugins whose `offers/` it imports, by name: nothing else of another plugin is in reach. */
  readonly uses?: readonly string[];
  readonly routes?: readonly (Gate & {
    /** react-router's path; `/tickets/:ticketId?`. */
    readonly path: `/${string}`;
    /**
     * `public` pages stand outside the layout and are for who is not signed in, `anyone` ones for everybody. Default: login.
     */
    readonly access?: 'public' | 'anyone' | 'login';
    /** A login leads here: fetched while the login page is read. */
    readonly ahead?: boolean;
    readonly load: Load;
  })[];
  readonly menu?: readonly MenuEntry[];
  readonly commands?: readonly Command[];
  readonly palette?: readonly PaletteProvider[];
  readonly slots?: {
    readonly [S in keyof Slots]?: readonly (Entry & {
      /** Before the label, where the place shows labels. */
      readonly icon?: Icon;
      /** Says that there is something new: at its entry in a menu, and on the button that opens the menu. */
      readonly mark?: Load;
      readonly load: Load<Slots[S]>;
      readonly match?: (props: Slots[S]) => boolean;
    })[];
  };
  /**
   * Subscribed by the shell for the whole session. `channel` is the name without its company (`ticket` for
   * `company-{id}-ticket`). Items of one frame are applied inside one react-query batch. `resync` is called when changes
   * were lost for good; without it every query of the cache is invalidated.
   */
  readonly live?: readonly (Gate & {
    readonly channel: string;
    readonly apply: (change: Change, cache: QueryClient, session: Session) => void;
    readonly resync?: (cache: QueryClient, session: Session) => void;
    /** Once after a login, when nothing is missed from then on: what was fetched before may have been overtaken. */
    readonly ready?: (cache: QueryClient) => void;
    /** Of its changes nothing is kept for who was away: `ready` is called wherever one begins, and when the line is back. */
    readonly unkept?: true;
  })[];
  readonly messages: Readonly<Record<Locale, () => Promise<Readonly<Record<string, string>>>>>;
}

/** Returns a plugin's declaration, typed; the shell finds it as the export `plugin` of plugins/<feature>/plugin.ts. */
export const definePlugin = <const P extends Plugin>(plugin: P): P => plugin;

export const passes = (gate: Gate, session: Session): boolean =>
  (gate.rule === undefined || session.can(gate.rule)) &&
  (gate.plan === undefined || session.has(gate.plan)) &&
  (gate.when === undefined || gate.when(session));
