import Button from '@mui/material/Button';
import { useT } from '../../../console/shell/i18n.ts';
import { edit, type OptionNode } from './draft.ts';
import { useTree } from './tree-context.tsx';

const shown = ['title', 'message', 'action', 'mediaName'] as const;

/** What others wrote meanwhile where it is written here too: to save would take it away unseen. */
export const Theirs = () => {
  const t = useT();
  const { draft, change } = useTree();
  const take = ({ id, base }: OptionNode, name: string) =>
    change((before) =>
      edit(before, id, {
        values: { [name]: base?.[name], ...(name === 'mediaName' && { mediaPath: base?.mediaPath ?? null }) },
      }),
    );
  const clashes = draft.nodes.flatMap((node) =>
    shown
      .filter((name) => node.theirs && name in node.theirs && node.values[name] !== node.theirs[name])
      .map((name) => ({ node, name, value: node.theirs?.[name] ?? '' })),
  );
  return (
    <div role="status" className="col gap-6">
      {clashes.map(({ node, name, value }) => (
        <p key={`${node.id} ${name}`} className="row wrap gap-8 small">
          {t('queues.tree.theirs', {
            title: String(node.values.title),
            field: t(`resources.queueOptions.fields.${name}`),
            value: name === 'action' ? t(`queues.tree.action.${value || 'none'}`) : value,
          })}
          <Button size="small" variant="outlined" onClick={() => take(node, name)}>
            {t('queues.tree.takeTheirs')}
          </Button>
        </p>
      ))}
    </div>
  );
};
