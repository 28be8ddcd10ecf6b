import type { ComponentType } from 'react';
import type { Rule } from '../../../domain/access/policy.ts';
import type { PlanFlag } from '../../../domain/company/events.ts';
import type { Declaration } from '../../../domain/records/declare.ts';
import type { Texts } from '../../../domain/texts.ts';
import type { RecordParts } from './parts.ts';

/** What the console knows of a record before its screen is opened. */
export interface RecordEntry {
  readonly name: string;
  readonly plural: string;
  /** Live channels, and whose queries each of them makes old: its own and its child's. */
  readonly follows: readonly { readonly channel: string; readonly plural: string; readonly rule: Rule }[];
  readonly scope: 'company' | 'platform';
  readonly path: `/${string}`;
  readonly label: Texts;
  /** Of its menu entry; absent: it is a tab of the settings. */
  readonly icon?: ComponentType<{ size?: number | string; className?: string }>;
  readonly group?: 'main' | 'admin' | 'foot';
  readonly order: number;
  readonly rule: Rule;
  readonly plan?: PlanFlag;
  readonly record: () => Promise<Declaration>;
  /** The record below this one. */
  readonly child?: () => Promise<Declaration>;
  readonly parts?: () => Promise<RecordParts>;
}
