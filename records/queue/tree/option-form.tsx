import Button from '@mui/material/Button';
import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { LabelledField } from '../../../console/shell/form/fields.tsx';
import { VariablesText } from '../../../console/shell/form/variables-text.tsx';
import { useT } from '../../../console/shell/i18n.ts';
import { IconButton } from '../../../console/shell/ui/icon-button.tsx';
import { messageFiles } from '../../../domain/records/shapes.ts';
import { edit, type OptionNode } from './draft.ts';
import { useTree } from './tree-context.tsx';

/** One file of an option: chosen here, stored when the queue is saved. */
const FileOf = ({ node }: { readonly node: OptionNode }) => {
  const t = useT();
  const { change } = useTree();
  const input = useRef<HTMLInputElement>(null);
  const stored = typeof node.values.mediaPath === 'string';
  const name = node.file?.name ?? (stored ? String(node.values.mediaName ?? '') : undefined);
  if (name !== undefined)
    return (
      <span className="inline gap-6 small self-start max-full boxed px-8 r-md bg-1">
        <Paperclip size={16} aria-hidden="true" />
        <span className="trunc">{name}</span>
        <IconButton
          small
          label={t('queues.tree.noFile', { name })}
          icon={X}
          onClick={() =>
            change((draft) => ({
              ...draft,
              nodes: draft.nodes.map((one) => {
                if (one.id !== node.id) return one;
                const { file: _, ...rest } = one;
                return { ...rest, values: { ...one.values, mediaPath: null, mediaName: null } };
              }),
            }))
          }
        />
      </span>
    );
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={messageFiles}
        aria-label={t('queues.tree.file')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) change((draft) => edit(draft, node.id, { file }));
        }}
      />
      <Button size="small" variant="outlined" onClick={() => input.current?.click()}>
        <Paperclip size={16} aria-hidden="true" />
        {t('queues.tree.file')}
      </Button>
    </>
  );
};

/** What an option does besides saying its message. */
const ActionOf = ({ node }: { readonly node: OptionNode }) => {
  const t = useT();
  const { change } = useTree();
  return (
    <LabelledField
      label={t('resources.queueOptions.fields.action')}
      value={node.values.action ?? 'none'}
      choices={['none', 'ixc', 'mkauth', 'asaas'].map((value) => ({
        value,
        label: t(`queues.tree.action.${value}`),
      }))}
      onChange={({ target }) => change((draft) => edit(draft, node.id, { values: { action: target.value } }))}
    />
  );
};

/** What an option is called and what is said for it. */
export const OptionForm = ({ node }: { readonly node: OptionNode }) => {
  const t = useT();
  const { change } = useTree();
  const title = String(node.values.title ?? '');
  const write = (values: OptionNode['values']) => change((draft) => edit(draft, node.id, { values }));
  return (
    <div className="qe-form col gap-12 bg-soft">
      <LabelledField
        label={t('resources.queueOptions.fields.title')}
        value={title}
        autoFocus
        wrong={title.trim() === '' ? t('fields.required') : undefined}
        htmlInput={{ maxLength: 100 }}
        onChange={(event) => write({ title: event.target.value })}
        onKeyDown={(event) => {
          // Enter would save the whole queue.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <VariablesText
        label={t('resources.queueOptions.fields.message')}
        value={node.values.message}
        wrong={undefined}
        rows={2}
        maxLength={4000}
        onChange={(message) => write({ message })}
      />
      <ActionOf node={node} />
      <FileOf node={node} />
    </div>
  );
};
