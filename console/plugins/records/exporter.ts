import { defaultExporter, type Exporter } from 'react-admin';
import type { RecordDefinition } from '../../../domain/records/definition.ts';

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Returns a text that stays one, also where a spreadsheet would run it as a formula. */
const inert = (value: unknown): unknown =>
  typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;

/** Returns what exports a list as a spreadsheet with the words of the screen, instead of the API's keys and codes. */
export const exporterOf =
  (record: RecordDefinition, t: Translate): Exporter =>
  (rows, related, provider) => {
    const key = `resources.${record.plural}`;
    const fields = Object.entries(record.fields).filter(
      ([, { widget, secret, form, computed }]) =>
        widget.kind !== 'file' &&
        widget.kind !== 'own' &&
        !secret &&
        (form !== false || computed === 'count'),
    );
    const cell = (name: string, kind: string, value: unknown) =>
      kind === 'select'
        ? t(`${key}.options.${name}.${String(value)}`, { _: String(value) })
        : kind === 'switch'
          ? t(value ? 'ra.boolean.true' : 'ra.boolean.false')
          : inert(value);
    const named = rows.map((row) =>
      Object.fromEntries(
        fields.map(([name, { widget }]) => [t(`${key}.fields.${name}`), cell(name, widget.kind, row[name])]),
      ),
    );
    return defaultExporter(named, related, provider, t(`${key}.name`, { smart_count: 2 }));
  };
