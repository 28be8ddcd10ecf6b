import type { ComponentType, ReactNode } from 'react';
import type { Texts } from '../../../domain/texts.ts';

/** A row as the API answers it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** What a replaced input is given beside react-admin's own contexts (record, resource, form). */
export interface InputPart {
  readonly source: string;
  readonly label: string;
}

/** A form that is a page of its own. `children` draws it. */
export interface FormPageProps {
  readonly close: () => void;
  readonly children: (more: {
    /** Within the form, after its buttons. */
    readonly beside: ReactNode;
    /** What is yet to be done once the record stands; the form stays open where it fails. */
    readonly after: (row: Row) => Promise<void>;
    /** There is something to do: nobody leaves without being asked. */
    readonly isUnsaved: boolean;
  }) => ReactNode;
}

/** What a record may replace on its generated screens, or add to them. */
export interface RecordParts {
  /** Instead of a field's cell. */
  readonly cells?: Readonly<Record<string, ComponentType>>;
  /** Between the list's head and its rows, once; may draw nothing and only follow something. */
  readonly above?: ComponentType;
  /** Below the name of each row. */
  readonly mark?: ComponentType<{ row: Row }>;
  readonly inputs?: Readonly<Record<string, ComponentType<InputPart>>>;
  /** Beside edit and delete. */
  readonly rowActions?: ComponentType<{ row: Row }>;
  /** Said in the question before a row is deleted: what hangs on it. */
  readonly beforeDelete?: ComponentType<{ row: Row }>;
  /** Around the form, instead of a dialog over the list. */
  readonly page?: ComponentType<FormPageProps>;
  /** Returns what is saved of what the form holds; default: all of it. */
  readonly toSave?: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** What is yet to be done once the record stands; the form stays open where it fails. */
  readonly after?: (row: Row) => Promise<void>;
  /** A hook: the tabs that are of no use at present. */
  readonly useHiddenTabs?: () => readonly string[];
  /** Further tabs of the form. */
  readonly tabs?: readonly {
    readonly id: string;
    readonly label: Texts;
    readonly component: ComponentType<{ row: Row | undefined }>;
  }[];
  /** Said after one was created, with the ways to what comes next; default: that it was saved. */
  readonly created?: { readonly text: Texts; readonly ways: readonly { label: Texts; to: `/${string}` }[] };
  /** Words of the parts, by their keys. */
  readonly texts?: Readonly<Record<string, Texts>>;
}
