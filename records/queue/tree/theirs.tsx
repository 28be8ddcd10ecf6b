import Button from '@mui/material/Button';
import { useT } from '../../../console/shell/i18n.ts';
import { clashesOf, takeTheirs } from './draft.ts';
import { useTree } from './tree-context.tsx';

/** What others wrote meanwhile where it is written here too: to save would take it away unseen. */
export const Theirs = () => {
  const t = useT();
  const { draft, change } = useTree();
  return (
    <div role="status" className="col gap-6">
      {clashesOf(draft).map(({ node, name, value }) => (
        <p key={`${node.id} ${name}`} className="row wrap gap-8 small">
          {t('queues.tree.theirs', {
            title: String(node.values.title),
            field: t(`resources.queueOptions.fields.${name}`),
            value: name === 'action' ? t(`queues.tree.action.${value || 'none'}`) : value,
          })}
          <Button
            size="small"
            variant="outlined"
            onClick={() => change((before) => takeTheirs(before, node.id, name))}
          >
            {t('queues.tree.takeTheirs')}
          </Button>
        </p>
      ))}
    </div>
  );
};
