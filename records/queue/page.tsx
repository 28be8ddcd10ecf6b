import Button from '@mui/material/Button';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useGetOne, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useParams } from 'react-router';
import type { FormPageProps, Row } from '../../console/plugins/records/parts.ts';
import { DryRunPhone } from '../../console/shell/dry-run/phone.tsx';
import {
  storedFile,
  type Tried,
  type TriedFile,
  useSeen,
  useTalk,
} from '../../console/shell/dry-run/talk.ts';
import { useT } from '../../console/shell/i18n.ts';
import { QueueDot } from '../../console/shell/ui/chips.tsx';
import type { SetUpOption } from '../../domain/bot/compose.ts';
import type { DayHours } from '../../domain/bot/hours.ts';
import { useConnectionOf } from './holders.tsx';
import { childrenOf, isTouched, type OptionNode } from './tree/draft.ts';
import { TreeEditor } from './tree/editor.tsx';
import { TreeProvider, useTree, useTreeDraft } from './tree/tree-context.tsx';

/** Returns a file as the form has it: stored (its id), chosen, or none. */
function formFile(value: unknown, row: Row | undefined): TriedFile | undefined {
  if (typeof value === 'string') return storedFile(value, row?.mediaName, row?.mediaPathUrl);
  const chosen = value as { readonly rawFile?: File; readonly src?: string } | null | undefined;
  if (!chosen?.rawFile || !chosen.src) return undefined;
  const { name, type, size } = chosen.rawFile;
  return { id: chosen.src, name, mime: type, size, url: chosen.src };
}

const urls = new WeakMap<File, string>();
/** Returns an address of a chosen file, the same every time. */
function urlOf(file: File): string {
  const url = urls.get(file) ?? URL.createObjectURL(file);
  urls.set(file, url);
  return url;
}

function optionFile({ file, values, base }: OptionNode): TriedFile | undefined {
  if (file) return { id: urlOf(file), name: file.name, mime: file.type, size: file.size, url: urlOf(file) };
  if (typeof values.mediaPath !== 'string') return undefined;
  return storedFile(values.mediaPath, values.mediaName, base?.mediaPathUrl);
}

const draftId = 'draft';

/** Returns what is on the screen as the bot reads it: this queue alone, with the out-of-hours text of a connection that offers it. */
function useTried(): Tried {
  const row = useRecordContext<Row>();
  const values = useWatch() as Readonly<Record<string, unknown>>;
  const { draft } = useTree();
  const id = row?.id ?? draftId;
  const connection = useConnectionOf(id);
  const text = (name: string) => String(values[name] ?? '');
  const ownFile = formFile(values.mediaPath, row);
  const files = new Map<string, TriedFile>();
  const options = draft.nodes.map((node) => {
    const file = optionFile(node);
    if (file) files.set(file.id, file);
    return {
      id: node.id,
      parentId: node.parentId,
      queueId: id,
      mediaPath: file?.id ?? null,
      title: String(node.values.title ?? ''),
      message: String(node.values.message ?? ''),
      action: node.values.action as SetUpOption['action'],
      option: String(childrenOf(draft, node.parentId).indexOf(node) + 1),
    };
  });
  if (ownFile) files.set(ownFile.id, ownFile);
  const queue = {
    id,
    name: text('name'),
    orderQueue: null,
    mediaPath: ownFile?.id ?? null,
    greetingMessage: text('greetingMessage'),
    outOfHoursMessage: text('outOfHoursMessage'),
    schedules: (values.schedules ?? []) as readonly DayHours[],
    promptId: text('promptId'),
    integrationId: text('integrationId'),
  };
  return {
    connection: {
      greetingMessage: '',
      outOfHoursMessage: connection?.outOfHoursMessage ?? '',
      queueIds: [id],
    },
    queues: [queue],
    options,
    files,
  };
}

/** The options and the phone beside them share one talk: both stand in the form, of which the phone says what is typed. */
const Beside = () => {
  const { selectedId, onTried } = useTree();
  const talk = useTalk(useTried());
  const seen = useSeen(talk);
  const { walkTo } = talk;
  const walk = useRef(walkTo);
  walk.current = walkTo;
  useEffect(() => onTried({ seen, walkTo: (optionId) => walk.current(optionId) }), [seen, onTried]);
  return (
    <aside className="dr col shrink-y">
      <DryRunPhone talk={talk} selectedId={selectedId} />
    </aside>
  );
};

/** The tab of the options. */
export const OptionsTab = () => {
  const { tried } = useTree();
  return <TreeEditor seen={tried.seen} walkTo={tried.walkTo} />;
};

/** A queue's form as a page: its data, its hours and its menu on one side, a phone that answers by them on the other. */
export const QueuePage = ({ close, children }: FormPageProps) => {
  const t = useT();
  const { id } = useParams();
  const { tree, save } = useTreeDraft(id);
  const [isTesting, setTesting] = useState(false);
  const { data: queue } = useGetOne<Row>('queues', { id: id ?? '' }, { enabled: id !== undefined });
  const name = id === undefined ? t('resources.queues.page.create') : String(queue?.name ?? '');
  return (
    <TreeProvider tree={tree}>
      <section
        className={isTesting ? 'qe-page grid qe-testing bg-page' : 'qe-page grid bg-page'}
        aria-label={name}
      >
        <header className="page-head row fixed">
          <button type="button" className="inline gap-6 small muted" onClick={close}>
            {t('resources.queues.name', { smart_count: 2 })}
            <ChevronRight size={14} aria-hidden="true" />
          </button>
          {queue ? <QueueDot color={String(queue.color)} /> : null}
          <h1 className="own trunc">{name}</h1>
          <span className="grow" />
          <Button
            className="qe-test"
            variant="tonal"
            aria-pressed={isTesting}
            onClick={() => setTesting(!isTesting)}
          >
            {t(isTesting ? 'queues.tree.edit' : 'queues.tree.test')}
          </Button>
        </header>
        {children({ beside: <Beside />, after: save, isUnsaved: isTouched(tree.draft) })}
      </section>
    </TreeProvider>
  );
};
