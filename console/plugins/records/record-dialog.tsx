import Dialog from '@mui/material/Dialog';
import { History, X } from 'lucide-react';
import { useDataProvider, useGetList } from 'ra-core';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { RecordDefinition } from '../../../domain/records/definition.ts';
import { ApiError } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError, type ToastAction } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { useFocusRefused } from '../../shell/ui/use-focus-refused.ts';
import { useAttempt } from '../../shell/use-attempt.ts';
import { FieldInput } from './field-input.tsx';
import { storeFile } from './file-input.tsx';
import { OptionTree } from './option-tree.tsx';
import { proposals, takenColors } from './proposals.ts';
import type { RecordValues } from './record-page.tsx';

/** Said after a record was created, with the ways there. */
export interface NextSteps {
  readonly text: string;
  readonly actions: readonly ToastAction[];
}
interface Props {
  readonly definition: RecordDefinition;
  readonly hidden: readonly string[];
  readonly record: RecordValues | undefined;
  readonly next?: NextSteps | undefined;
  /** A field that counts on from the others, beside the name. */
  readonly numbered?: string | undefined;
  readonly close: () => void;
  readonly saved: () => void;
}

/** Hours and children have a tab of their own; everything else is on the first. */
const tabOf = (kind: string): 'main' | 'hours' => (kind === 'hours' ? 'hours' : 'main');

const all = 1_000;

/** The number stands beside the name. */
const rank = (name: string, { title }: RecordDefinition, numbered: string): number =>
  name === title ? 0 : name === numbered ? 1 : 2;

export const RecordDialog = ({ definition, hidden, record, next, numbered, close, saved }: Props) => {
  const t = useT();
  const id = useId();
  const { user, can } = useSession();
  const provider = useDataProvider();
  const fields = Object.entries(definition.fields).filter(
    ([name, field]) =>
      !field.computed && !hidden.includes(name) && (field.rule === undefined || can(field.rule)),
  );
  const compared = numbered !== undefined || fields.some(([, field]) => field.widget.kind === 'color');
  const { data: found } = useGetList<RecordValues>(
    definition.plural,
    { pagination: { page: 1, perPage: all }, sort: { field: definition.title, order: 'ASC' }, filter: {} },
    { enabled: compared },
  );
  const others = found?.filter((other) => other.id !== record?.id);
  /** What was typed; the rest is as it was, or as it is proposed. */
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({});
  const proposed =
    record !== undefined || others === undefined ? {} : proposals(definition, numbered, others);
  const values: Readonly<Record<string, unknown>> = {
    // A default of null is a value ('no order'), not a field left blank.
    ...Object.fromEntries(fields.map(([name, { default: usual = '' }]) => [name, record?.[name] ?? usual])),
    ...proposed,
    ...typed,
  };
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [tab, setTab] = useState<'main' | 'hours' | 'children'>('main');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const sent = useFocusRefused(form, busy);
  const attempt = useAttempt();
  const key = `records.${definition.name}`;
  const ordered =
    numbered === undefined
      ? fields
      : fields.toSorted(([a], [b]) => rank(a, definition, numbered) - rank(b, definition, numbered));
  const hasHours = fields.some(([, field]) => field.widget.kind === 'hours');
  const tabs = [
    { id: 'main' as const, label: t(`${key}.tab.main`) },
    ...(hasHours ? [{ id: 'hours' as const, label: t(`${key}.fields.schedules`) }] : []),
    ...(definition.children
      ? [{ id: 'children' as const, label: t(`records.${definition.children.record}.plural`) }]
      : []),
  ];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    sent();
    setBusy(true);
    setErrors({});
    // Files are written where they are chosen; a form only ever sends the rest.
    const data = Object.fromEntries(
      fields.filter(([, field]) => field.widget.kind !== 'file').map(([name]) => [name, values[name]]),
    );
    try {
      if (record) await provider.update(definition.plural, { id: record.id, data, previousData: record });
      else {
        const { data: made } = await provider.create(definition.plural, {
          data,
          meta: { idempotencyKey: attempt(data) },
        });
        // The record stands: a file that is refused is said, and can be chosen again in it.
        for (const [name, value] of Object.entries(values))
          if (value instanceof File)
            await storeFile(definition.plural, String(made.id), name, value).catch(notifyError);
      }
      if (record === undefined && next !== undefined) notify.success(next.text, { actions: next.actions });
      else
        notify.success(`${key}.saved`, { values: { name: String(values[definition.title] ?? '').trim() } });
      saved();
      close();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.errors) {
        setErrors(error.errors);
        const first = fields.find(([name]) => error.errors?.[name]);
        if (first) setTab(tabOf(first[1].widget.kind));
      } else notifyError(error);
    }
  };
  const changedAt = typeof record?.updatedAt === 'string' ? new Date(record.updatedAt) : undefined;
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={`${id}-title`}
      slotProps={{ paper: { className: `dialog wide-dialog${tabs.length > 1 ? ' tabbed' : ''}` } }}
    >
      <form ref={form} onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <header>
          <h2 id={`${id}-title`} className="grow">
            {t(`${key}.${record ? 'edit' : 'new'}`)}
          </h2>
          <IconButton label={t('shell.close')} icon={X} onClick={close} />
        </header>
        {tabs.length > 1 ? (
          <div className="tabs" role="tablist" aria-label={t(`${key}.plural`)}>
            {tabs.map((one) => (
              <button
                key={one.id}
                type="button"
                role="tab"
                id={`${id}-tab-${one.id}`}
                aria-selected={tab === one.id}
                aria-controls={`${id}-panel`}
                onClick={() => setTab(one.id)}
              >
                {one.label}
              </button>
            ))}
          </div>
        ) : null}
        <div
          id={`${id}-panel`}
          className="body scroll rc-form"
          role="tabpanel"
          aria-labelledby={tabs.length > 1 ? `${id}-tab-${tab}` : `${id}-title`}
        >
          {tab === 'children' && definition.children ? (
            <OptionTree children_={definition.children} parentId={record?.id} />
          ) : (
            ordered
              .filter(([, field]) => tabOf(field.widget.kind) === tab)
              .map(([name, field]) => (
                <FieldInput
                  key={name}
                  {...(field.widget.kind === 'color' && {
                    taken: takenColors(definition, name, others ?? []),
                  })}
                  beside={numbered !== undefined && [definition.title, numbered].includes(name)}
                  id={`${id}-${name}`}
                  name={name}
                  label={t(`${key}.fields.${name}`)}
                  field={field}
                  value={values[name]}
                  error={errors[name]}
                  resource={definition.plural}
                  record={record}
                  saved={saved}
                  first={name === fields[0]?.[0]}
                  onChange={(value) => {
                    setTyped((held) => ({ ...held, [name]: value }));
                    setErrors(({ [name]: _gone, ...others }) => others);
                  }}
                />
              ))
          )}
        </div>
        <footer>
          <span className="row grow subtle" style={{ fontSize: 12 }}>
            {changedAt && record?.updatedBy ? (
              <>
                <History size={14} aria-hidden="true" />
                {t('records.changedBy', {
                  name: String(record.updatedBy),
                  date: new Intl.DateTimeFormat('pt-BR', {
                    day: '2-digit',
                    month: '2-digit',
                    timeZone: user.company.timeZone,
                  }).format(changedAt),
                })}
              </>
            ) : null}
          </span>
          <button type="button" className="btn btn-text" onClick={close}>
            {t('shell.cancel')}
          </button>
          <button type="submit" className="btn btn-primary" aria-disabled={busy}>
            {t('shell.save')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
};
