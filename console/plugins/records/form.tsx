import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import {
  CreateBase,
  EditBase,
  Form,
  SaveButton,
  useRecordContext,
  useSaveContext,
  useTranslate,
} from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { Declaration } from '../../../domain/records/declare.ts';
import type { Field } from '../../../domain/records/definition.ts';
import { ApiError } from '../../shell/api.ts';
import { changesOf } from '../../shell/form/changes.ts';
import { LeaveGuard } from '../../shell/form/leaving.tsx';
import { notify, notifyError } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { SkeletonRows } from '../../shell/ui/states.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';
import { ChangedBy } from './changed-by.tsx';
import { useDeclared } from './declared.ts';
import { Lines } from './lines.tsx';
import { useOthers } from './others.ts';
import type { Row } from './parts.ts';
import { proposals } from './proposals.ts';
import { resolverOf } from './resolver.ts';
import { withAddresses } from './secrets.ts';

type Values = Readonly<Record<string, unknown>>;

const usual = ({ fields }: Declaration): Values =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { computed, secret }]) => computed === undefined && !secret)
      .map(([name, field]) => [name, field.default ?? null]),
  );

/** What somebody has typed stays when the record changes elsewhere; fields they left alone follow it. */
const keepTyped = { keepDirtyValues: true } as const;

const useFields = (): readonly (readonly [string, Field])[] => {
  const { record } = useDeclared();
  const { can, has } = useSession();
  return Object.entries(record.fields).filter(
    ([, { form, rule, plan }]) =>
      form !== false && (rule === undefined || can(rule)) && (plan === undefined || has(plan)),
  );
};

const noneHidden = () => [];

/** Returns the form's tabs: those that are declared, and those that parts add. */
const useTabs = () => {
  const { record, parts } = useDeclared();
  const t = useTranslate();
  const { useHiddenTabs = noneHidden } = parts;
  const hidden = useHiddenTabs();
  const [main, ...others] = Object.keys(record.tabs ?? { main: undefined });
  const key = `resources.${record.plural}`;
  return [
    { id: main ?? 'main', label: t(`${key}.tabs.${main}`, { _: t(`${key}.name`, { smart_count: 1 }) }) },
    ...[...others, ...(parts.tabs ?? []).map(({ id }) => id)]
      .filter((id) => !hidden.includes(id))
      .map((id) => ({ id, label: t(`${key}.tabs.${id}`) })),
  ];
};

/** Brings the tab to the front that has the first refused field. */
const ShowRefused = ({ show }: { readonly show: (name: string) => void }) => {
  const { errors, submitCount } = useFormState();
  const first = Object.keys(errors)[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each attempt to save the first
  useEffect(() => {
    if (first !== undefined) show(first);
  }, [first, submitCount]);
  return null;
};

interface BodyProps {
  readonly cancel: () => void;
  /** By 'save' or 'cancel': nobody is asked what either says itself. */
  readonly isLeft: RefObject<boolean>;
  readonly beside: ReactNode;
  /** Something beside the form waits for it to be saved. */
  readonly isUnsaved: boolean;
  readonly defaults?: Values;
}

/** Whatever else leads away from what was typed asks first: a key, a click beside it, another page, the browser. */
const Guard = ({ isLeft, isUnsaved }: Pick<BodyProps, 'isLeft' | 'isUnsaved'>) => {
  const { isDirty } = useFormState();
  return <LeaveGuard isUnsaved={() => (isDirty || isUnsaved) && !isLeft.current} />;
};

/** Returns what does something unless it is being done: a second press comes before the button is drawn as busy. */
const useOneAtATime = () => {
  const isBusy = useRef(false);
  return (act: (values: Values) => unknown) => async (values: Values) => {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    try {
      return await act(values);
    } finally {
      isBusy.current = false;
    }
  };
};

const Body = ({ cancel, isLeft, beside, isUnsaved, defaults }: BodyProps) => {
  const { record, parts } = useDeclared();
  const t = useTranslate();
  const id = useId();
  const row = useRecordContext<Row>();
  const fields = useFields();
  const tabs = useTabs();
  const [tab, setTab] = useState(tabs[0]?.id ?? 'main');
  const resolver = useMemo(() => resolverOf(record, row), [record, row]);
  const attempt = useAttempt();
  const { save, saving } = useSaveContext();
  const once = useOneAtATime();
  const files = Object.entries(record.fields).flatMap(([name, { widget }]) =>
    widget.kind === 'file' ? [name] : [],
  );
  const tabOf = ({ tab: own = tabs[0]?.id }: Field) => own;
  const further = parts.tabs?.find((one) => one.id === tab);
  const title = fields.findIndex(([name]) => name === record.title);
  // What shares a line with the name stands right after it.
  const ordered = fields.toSorted(
    ([, a], [, b]) => Number(b.form === 'beside') - Number(a.form === 'beside'),
  );
  const lines =
    title === -1
      ? fields
      : [fields[title]!, ...ordered.filter(([name]) => name !== record.title)].filter(
          (line) => line !== undefined,
        );
  return (
    <Form
      {...(defaults && { defaultValues: defaults })}
      resolver={resolver}
      resetOptions={keepTyped}
      disableInvalidFormNotification
      noValidate
      className="rc-form-root"
      onSubmit={once((given: Values) => {
        const values = parts.toSave?.(given) ?? given;
        return save?.(values, { meta: { idempotencyKey: attempt(values), files } });
      })}
    >
      <Guard isLeft={isLeft} isUnsaved={isUnsaved} />
      <ShowRefused show={(name) => setTab(tabOf(record.fields[name] ?? ({} as Field)) ?? tab)} />
      {tabs.length > 1 ? (
        <Tabs
          value={tab}
          onChange={(_event, wanted: string) => setTab(wanted)}
          className="px-24 fixed line-b"
          aria-label={t(`resources.${record.plural}.name`, { smart_count: 2 })}
        >
          {tabs.map((one) => (
            <Tab
              key={one.id}
              value={one.id}
              label={one.label}
              id={`${id}-${one.id}`}
              aria-controls={`${id}-panel`}
            />
          ))}
        </Tabs>
      ) : null}
      <DialogContent
        id={`${id}-panel`}
        className="rc-form"
        {...(tabs.length > 1 && { role: 'tabpanel', 'aria-labelledby': `${id}-${tab}` })}
      >
        <Lines lines={lines} tab={tab} tabOf={tabOf} />
        {further ? <further.component row={row} /> : null}
      </DialogContent>
      <DialogActions disableSpacing>
        <ChangedBy />
        <Button variant="text" size="large" onClick={cancel} disabled={saving === true}>
          {t('ra.action.cancel')}
        </Button>
        <SaveButton variant="contained" size="large" icon={<span hidden />} alwaysEnable />
      </DialogActions>
      {beside}
    </Form>
  );
};

interface New extends Omit<BodyProps, 'defaults'> {
  readonly others: readonly Row[] | undefined;
}
/** What is proposed stays as it was at first: another that takes the colour meanwhile must not change what is asked. */
const Proposed = ({ others, ...shown }: New) => {
  const { record } = useDeclared();
  const [defaults] = useState(() => ({ ...usual(record), ...(others && proposals(record, others)) }));
  return <Body {...shown} defaults={defaults} />;
};

/** A new record begins with what is proposed of those there are: a colour that is free, the next number. */
const NewBody = (shown: Omit<New, 'others'>) => {
  const { record } = useDeclared();
  const compared = Object.values(record.fields).some(
    ({ widget }) => widget.kind === 'color' || (widget.kind === 'number' && widget.counts),
  );
  const { others, isPending } = useOthers(compared);
  return isPending ? <SkeletonRows rows={6} /> : <Proposed others={others} {...shown} />;
};

const Frame = ({ kind, close, children }: { kind: string; close: () => void; children: ReactNode }) => {
  const { record } = useDeclared();
  const t = useTranslate();
  const titleId = useId();
  const tabbed = Object.keys(record.tabs ?? {}).length > 1;
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={titleId}
      slotProps={{ paper: { className: tabbed ? 'rc-tabbed' : '' } }}
    >
      <DialogTitle component="header">
        <h2 id={titleId}>{t(`resources.${record.plural}.page.${kind}`)}</h2>
        <IconButton label={t('ra.action.close')} icon={X} onClick={close} />
      </DialogTitle>
      {children}
    </Dialog>
  );
};

/** A record's form in a dialog with an address of its own, over the list. */
export const RecordForm = ({ kind }: { readonly kind: 'create' | 'edit' }) => {
  const { record, parts, entry } = useDeclared();
  const { id } = useParams();
  const t = useTranslate();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { search, state } = useLocation();
  const key = `resources.${record.plural}`;
  // Over its list it goes back to it, so that the browser's way back does not lead into the form again.
  const close = () =>
    void ((state as { over?: boolean } | null)?.over
      ? navigate(-1)
      : navigate({ pathname: entry.path, search }, { replace: true }));
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    // Whoever went on while it was being saved is not led back by its end.
    return () => {
      isLeft.current = true;
    };
  }, []);
  const cancel = () => {
    isLeft.current = true;
    close();
  };
  const onSaved = (row: Row) => {
    // Closed twice, it would lead back behind its list.
    if (isLeft.current) return;
    isLeft.current = true;
    const name = String(row[record.title] ?? '').trim();
    if (kind === 'create' && parts.created)
      notify.success(`${key}.created`, {
        values: { name },
        actions: parts.created.ways.map(({ to }) => ({
          label: `${key}.way.${to}`,
          run: () => void navigate(to),
        })),
      });
    else notify.success(t(`${key}.saved`, { name }));
    close();
  };
  const refused = (error: unknown) =>
    error instanceof ApiError && error.errors !== undefined
      ? notify.error(`${key}.failed`)
      : notifyError(error);
  /** What the page around it has yet to do comes first: a form that is not saved whole stays open. */
  const draw = (beside: ReactNode = null, after?: (row: Row) => Promise<void>, isUnsaved = false) => {
    const body = { cancel, isLeft, beside, isUnsaved };
    const onError = record.screen?.texts.failed && refused;
    const finished = (row: Row) => {
      // What was done after the record stood is not in the answer that made it.
      cache.removeQueries({ queryKey: [record.plural, 'getOne'] });
      void cache.invalidateQueries({ queryKey: [record.plural] });
      onSaved(row);
    };
    const onSuccess = after ? (row: Row) => after(row).then(() => finished(row), notifyError) : onSaved;
    return kind === 'create' ? (
      <CreateBase
        resource={record.plural}
        redirect={false}
        mutationOptions={{ onSuccess, ...(onError && { onError }) }}
        disableAuthentication
      >
        <NewBody {...body} />
      </CreateBase>
    ) : (
      <EditBase
        resource={record.plural}
        id={id}
        redirect={false}
        redirectOnError={() => entry.path.slice(1)}
        mutationMode="pessimistic"
        mutationOptions={{ onSuccess, ...(onError && { onError }) }}
        disableAuthentication
        transform={(data: Values, options?: { previousData: Values }) =>
          withAddresses(record, changesOf(data, options?.previousData), data)
        }
      >
        <Body {...body} />
      </EditBase>
    );
  };
  const { page: Page } = parts;
  if (Page)
    return <Page close={close}>{({ beside, after, isUnsaved }) => draw(beside, after, isUnsaved)}</Page>;
  return (
    <Frame kind={kind} close={close}>
      {draw(null, parts.after)}
    </Frame>
  );
};
