import type { z } from 'zod';
import type { Rights, Rule } from '../access/policy.ts';
import type { QueueScope } from '../access/queue-scope.ts';
import type { PlanFlag } from '../company/events.ts';
import type { LimitedKind } from '../company/plan.ts';
import type { ErrorCode } from '../error-codes.ts';
import type { Texts } from '../texts.ts';
import type { TicketReference } from '../ticket-lists/job-lists.ts';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
export interface Option<T = unknown> {
  readonly value: T;
  readonly label: Texts;
  readonly tone?: Tone;
}

/** The widget of a field on generated screens; nothing is guessed from the schema. `T`: what the field's schema yields. */
export type Widget<T = unknown> =
  | { readonly kind: 'text'; readonly multiline?: number; readonly variables?: boolean }
  /** `counts`: a new record is proposed one more than the highest there is. `decimals`: so many are shown, of money. */
  | { readonly kind: 'number'; readonly counts?: boolean; readonly decimals?: number }
  | { readonly kind: 'switch' | 'color' }
  /** A part of the record's own screens draws it. */
  | { readonly kind: 'own' }
  | { readonly kind: 'select'; readonly options: readonly Option<T>[] }
  /** `choose`: the resource that a form chooses from, and the field that names its rows. */
  | {
      readonly kind: 'reference';
      readonly record: string;
      readonly many?: boolean;
      readonly choose?: { readonly resource: string; readonly title: string };
    }
  /**
   * `strict`: nothing else is taken, whoever sends it; otherwise forms offer these, and all that may be uploaded is taken.
   * `mostBytes`: no larger one is, where many load it unasked.
   */
  | {
      readonly kind: 'file';
      readonly accept: string;
      readonly strict?: true;
      readonly mostBytes?: number;
    };

/** What is known of a field beside its schema. */
export interface FieldMeta<T = unknown> {
  readonly label: Texts;
  readonly help?: Texts;
  readonly widget: Widget<T>;
  /** Stands in the list; `wide`: takes the room that is left and is cut off at its end. */
  readonly column?: boolean | 'wide';
  /** Of a column: what stands there when there is nothing; default: a dash. */
  readonly none?: Texts;
  /** Of a column: it has an index, and lists are sorted and filtered by it. Default: true; a long text has none. */
  readonly sorted?: boolean;
  readonly search?: boolean;
  /** The list offers a choice of its values. */
  readonly filter?: boolean;
  /**
   * `false`: other features write it, it stands in no form. `beside`: shares its line with the field before it. `half`, `third`: shares
   * it with those around it that say the same.
   */
  readonly form?: false | 'beside' | 'half' | 'third';
  /** Forms ask for it only while another field has one of these values; what was typed is kept. */
  readonly when?: { readonly field: string; readonly is: readonly unknown[] };
  /** The form's tab that it is on, of the declaration's `tabs`; default: the first. */
  readonly tab?: string;
  /** What is typed before it to call it (`/`). */
  readonly prefix?: string;
  /** Who may change it; others see it. */
  readonly rule?: Rule;
  /** Forms have it where the company's plan has this. */
  readonly plan?: PlanFlag;
  /** Said of what is too short; default: that it is. */
  readonly short?: Texts;
  /** Said where it is needed and nothing is chosen; default: that it is. */
  readonly missing?: Texts;
}

/** Returns whether lists are sorted and filtered by the field: it has an index. */
export const isListed = ({ column, filter, sorted, computed }: Field): boolean =>
  computed === undefined && sorted !== false && (Boolean(column) || filter === true);

export interface Field extends FieldMeta {
  /** Without its default, which stands beside it. */
  readonly schema: z.ZodType;
  readonly default?: unknown;
  /**
   * Shown with the record, never written by a form: computed by the read side. `count`: of tickets (`ticketsCount`);
   * `present`: whether another field has a value (`isMedia`); `company`: whose record it is, `writer`: who changed it last,
   * where the spec shows it; `children`: what hangs below a row of a tree.
   */
  readonly computed?: 'count' | 'company' | 'writer' | 'children' | { readonly present: string };
  /** Kept in the vault: in no event, document or answer. Shown is only whether there is one (`{field}Set`). */
  readonly secret?: true;
  /** Of a secret: the field with the address that it is sent to. It is used for the address that it was given for, and no other. */
  readonly sentTo?: string;
}

/**
 * Rows that belong to people. The server sets `owner` when a row is created; `shared` makes it everybody's to read.
 * Who has rule `any` reads and changes all of them, everybody else reads their own and shared ones and changes their
 * own that are not shared. Only rule `share` sets `shared`.
 */
export interface Ownership {
  readonly owner: string;
  readonly shared: string;
  readonly any: Rule;
  readonly share: Rule;
}

/** What all records have in common, whatever their fields. */
export interface RecordCommon {
  /** Names its streams, claims and files: once released it stays. */
  readonly name: string;
  /** The collection, the resource and the key of lists. */
  readonly plural: string;
  /** Past-tense event prefix: 'Queue' gives QueueCreated … */
  readonly event: string;
  /** REST path of the spec ('/queue') and the key of lists in its answers ('queues', or null for a bare array). */
  readonly path: `/${string}`;
  readonly listKey: string | null;
  /** The spec's call of all rows at once, in a bare array, where it has one ('/helps/list'). */
  readonly allPath?: `/${string}`;
  /** `platform`: rows that every company reads and super users write. */
  readonly scope: 'company' | 'platform';
  /** The live channel's own name on the wire, where the spec has another than the record's. */
  readonly channel?: string;
  /** The spec's names, beside `document` and `id`, of what its live channel carries. */
  readonly carries?: { readonly document: string; readonly id: string };
  /** What the spec's call that deletes one answers in `message`; absent: it answers nothing. */
  readonly deletedMessage?: string;
  /** What is answered where there is none of an id; default: ERR_NOT_FOUND. */
  readonly notFound?: ErrorCode;
  /** References to others by which the spec's list is asked (`?queueId=`). A tree's is asked by the row above too. */
  readonly listedBy?: readonly string[];
  /** The field of a ticket that names it: what its computed `count` counts. */
  readonly ticketField?: TicketReference;
  readonly access: {
    readonly read: Rule;
    readonly create: Rule;
    readonly update: Rule;
    readonly delete: Rule;
  };
  readonly ownership?: Ownership;
  /** Of the platform's rows: those where this field is not true are seen by super users only. */
  readonly shownWhile?: string;
  /** A field that names stored files within its value: a form may keep or clear them, never name one, and who reads the row may have them. */
  readonly filesIn?: { readonly field: string; readonly of: (value: unknown) => readonly string[] };
  /** Asked of a row as it was and as it is to be, before it is written or deleted. @throws to refuse who asks */
  readonly demandOf?: (
    asker: Rights & { readonly scope: QueueScope },
    row: Readonly<Record<string, unknown>>,
  ) => void;
  /** What follows from other fields, whoever writes them. */
  readonly settle?: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  readonly plan?: PlanFlag;
  /** The plan's limit of how many there may be. */
  readonly limit?: LimitedKind;
  /** A child record, edited inside this one. */
  readonly children?: {
    readonly record: string;
    /** Names the parent. */
    readonly parentField: string;
    /** Nests children in each other. */
    readonly treeField?: string;
    /** Has each child's place among its siblings, from '1'. */
    readonly placeField?: string;
  };
  /** Where its screen is found; absent: it has none of its own (a child in its parent's). `rule`: default `access.update`. */
  readonly screen?: {
    readonly path: `/${string}`;
    /** A name of lucide-react. */
    readonly icon: string;
    readonly group: 'main' | 'admin' | 'foot';
    readonly order: number;
    readonly rule?: Rule;
    /** `pages`, or `endless` where the spec has the list go on as it is scrolled. */
    readonly rows: 'pages' | 'endless';
    readonly texts: {
      readonly create: Texts;
      readonly edit: Texts;
      readonly search: Texts;
      /** Said after it was written, with `%{name}`. */
      readonly saved: Texts;
      readonly deleted: Texts;
      /** Said of a form that was refused, beside what stands at its fields. */
      readonly failed?: Texts;
      readonly empty: { readonly title: Texts; readonly text: Texts };
    };
  };
  readonly texts: { readonly one: Texts; readonly many: Texts };
  /** What the API's reference shows as one, where other systems write them: a body that is taken. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** The form's tabs by their names, in order; one tab alone is not shown. */
  readonly tabs?: Readonly<Record<string, Texts>>;
}

/**
 * A plain administrative record, as code that does not know which one reads it. One declaration yields the decider, the
 * events ({Event}Created / Updated / Deleted), the projection, the spec's REST routes, the simple-rest resource, the
 * OpenAPI entry and the generated screens.
 */
export interface RecordDefinition extends RecordCommon {
  readonly fields: Readonly<Record<string, Field>>;
  /** Claimed values: unique in the company; the error names the field. */
  readonly unique: readonly {
    readonly field: string;
    readonly error: ErrorCode;
    /** Unique among the rows that have the same value here, not in the whole company. */
    readonly per?: string;
  }[];
  /** The field that names a row. */
  readonly title: string;
}

/** Returns the fields that go to the vault. */
export const secretFields = ({ fields }: Pick<RecordDefinition, 'fields'>): readonly string[] =>
  Object.entries(fields).flatMap(([name, { secret }]) => (secret ? [name] : []));

/** Returns the secrets that are sent to an address of their own row, each with the field that has it. */
export const addressedSecrets = ({
  fields,
}: Pick<RecordDefinition, 'fields'>): readonly (readonly [secret: string, address: string])[] =>
  Object.entries(fields).flatMap(([name, { sentTo }]) =>
    sentTo === undefined ? [] : [[name, sentTo] as const],
  );

/** Returns the address that a secret is sent to where a row has these values; undefined: its declaration names none. */
export function addressOf(
  { fields }: Pick<RecordDefinition, 'fields'>,
  secret: string,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const name = fields[secret]?.sentTo;
  const field = name === undefined ? undefined : fields[name];
  if (name === undefined || field === undefined) return undefined;
  const value = values[name] ?? field.default;
  // As it will be stored: blanks around it make no other address.
  const read = field.schema.safeParse(value);
  return String((read.success ? read.data : value) ?? '');
}
