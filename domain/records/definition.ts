import type { z } from 'zod';
import type { Rule } from '../access/policy.ts';
import type { PlanFlag } from '../company/events.ts';
import type { ErrorCode } from '../errors.ts';

/** The widget of a field on generated screens; nothing is guessed from the schema. */
export type Widget =
  | { kind: 'text'; multiline?: number; variables?: boolean }
  | { kind: 'number' }
  | { kind: 'switch' }
  | { kind: 'color' }
  | { kind: 'select'; options: readonly { value: string; label: string }[] }
  | { kind: 'reference'; record: string; many?: boolean }
  | { kind: 'file'; accept: string }
  | { kind: 'hours' };

export interface Field {
  readonly schema: z.ZodType;
  /** Key of its label in the record's messages: `records.{record}.fields.{name}`. */
  readonly widget: Widget;
  readonly list?: boolean | 'wide';
  readonly searchable?: boolean;
  readonly default?: unknown;
  /**
   * Shown with the record, never written by a form: computed by the read side. `count`: of tickets (`ticketsCount`);
   * `present`: whether another field has a value (`isMedia`); `company`: whose record it is, where the spec shows it.
   */
  readonly computed?: 'count' | 'company' | { readonly present: string };
  /** Who may change it; others see it. */
  readonly rule?: Rule;
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

/**
 * A plain administrative record. One definition yields the decider, the events ({Name}Created / Updated / Deleted),
 * the projection, the spec's REST routes, the simple-rest resource, the OpenAPI entry and the generated screens.
 * `plural` is the collection, the resource name and the key of lists; `tree` names a child record edited inside it.
 */
export interface RecordDefinition {
  readonly name: string;
  readonly plural: string;
  /** Past-tense event prefix: 'Queue' gives QueueCreated … */
  readonly event: string;
  /** REST path of the spec ('/queue') and the key of lists in its answers ('queues', or null for a bare array). */
  readonly path: string;
  readonly listKey: string | null;
  readonly fields: Readonly<Record<string, Field>>;
  /** Claimed values: unique in the company; the error names the field. */
  readonly unique: readonly {
    readonly field: string;
    readonly error: ErrorCode;
    /** Unique among the rows that have the same value here, not in the whole company. */
    readonly per?: string;
  }[];
  readonly access: {
    readonly read: Rule;
    readonly create: Rule;
    readonly update: Rule;
    readonly delete: Rule;
  };
  readonly ownership?: Ownership;
  readonly plan?: PlanFlag;
  /** A child record whose `parentField` names the parent and whose `treeField` (optional) nests children. */
  readonly children?: { readonly record: string; readonly parentField: string; readonly treeField?: string };
  readonly title: string;
}
