import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {
  Check,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  Ellipsis,
  GripVertical,
  MessageSquareText,
  Paperclip,
  Plus,
  UserRound,
} from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useT } from '../../../console/shell/i18n.ts';
import { IconButton } from '../../../console/shell/ui/icon-button.tsx';
import type { Step } from './draft.ts';
import type { Shown } from './dragging.tsx';

interface Props extends Shown {
  readonly handle: DraggableProvidedDragHandleProps | null;
  readonly isSelected: boolean;
  readonly isSeen: boolean;
  readonly onSelect: () => void;
  readonly onFold: () => void;
  readonly onMove: (to: Step) => void;
  readonly onAdd: () => void;
  readonly onWalk: () => void;
  readonly onRemove: () => void;
}

const keys: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};
const steps: readonly Step[] = ['up', 'down', 'in', 'out'];

/** What the bot does there, in one line. */
const Gist = ({ node, inside }: Pick<Shown, 'node' | 'inside'>) => {
  const t = useT();
  const message = String(node.values.message ?? '').trim();
  const hasFile = node.file !== undefined || typeof node.values.mediaPath === 'string';
  const isAgent = message === '' && !hasFile && inside === 0;
  const Icon = isAgent ? UserRound : hasFile ? Paperclip : MessageSquareText;
  const text = isAgent
    ? t('queues.tree.agent')
    : message === ''
      ? t(hasFile ? 'queues.tree.onlyFile' : 'queues.tree.onlyMenu')
      : `“${message}”`;
  return (
    <span className="qe-gist row gap-6 narrow muted">
      <Icon className="subtle" size={16} aria-hidden="true" />
      <span className="trunc">{text}</span>
    </span>
  );
};

const Tried = ({ node, isSeen }: Pick<Props, 'node' | 'isSeen'>) => {
  const t = useT();
  if (String(node.values.title).trim() === '')
    return (
      <span className="qe-tried wide-only t-danger inline gap-4 caption medium nowrap">
        <CircleAlert size={14} aria-hidden="true" />
        {t('queues.tree.incomplete')}
      </span>
    );
  return isSeen ? (
    <span className="qe-tried wide-only t-success inline gap-4 caption medium nowrap">
      <Check size={14} aria-hidden="true" />
      {t('queues.tree.isTried')}
    </span>
  ) : (
    <span className="wide-only subtle inline gap-4 caption nowrap regular">{t('queues.tree.notTried')}</span>
  );
};

const More = ({ node, onMove, onWalk, onRemove }: Props) => {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const run = (work: () => void) => () => {
    setAnchor(undefined);
    work();
  };
  return (
    <>
      <IconButton
        small
        label={t('queues.tree.more', { title: String(node.values.title) })}
        icon={Ellipsis}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)}>
        <MenuItem onClick={run(onWalk)}>{t('queues.tree.walk')}</MenuItem>
        {steps.map((to) => (
          <MenuItem key={to} onClick={run(() => onMove(to))}>
            {t(`queues.tree.step.${to}`)}
          </MenuItem>
        ))}
        <MenuItem onClick={run(onRemove)}>{t('queues.tree.remove')}</MenuItem>
      </Menu>
    </>
  );
};

/** One option: its number, its name, what it does, and how it is moved. Alt and the arrows move it by keyboard. */
export const OptionRow = (props: Props) => {
  const t = useT();
  const { node, depth, number, isOpen, inside, handle, isSelected, isSeen, onSelect, onFold, onMove, onAdd } =
    props;
  const title = String(node.values.title);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.altKey ? keys[event.key] : undefined;
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside it
    <div
      className="qe-row pick grid small at h-44"
      aria-current={isSelected ? 'true' : undefined}
      style={{ '--depth': depth } as object}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a button inside what is dragged could not be dragged by */}
      <span
        role="button"
        tabIndex={0}
        className="qe-grip middle subtle r-xs"
        {...handle}
        aria-label={t('queues.tree.drag', { title })}
      >
        <GripVertical size={16} aria-hidden="true" />
      </span>
      {inside === 0 ? (
        <span className="qe-fold middle muted r-xs" />
      ) : (
        <button
          type="button"
          className="qe-fold middle muted r-xs"
          aria-expanded={isOpen}
          aria-label={t('queues.tree.inside', { title })}
          onClick={onFold}
        >
          {isOpen ? (
            <ChevronDown size={16} aria-hidden="true" />
          ) : (
            <ChevronRight size={16} aria-hidden="true" />
          )}
        </button>
      )}
      <button
        type="button"
        className="qe-title row gap-10 narrow body medium h-40 r-sm left"
        aria-expanded={isSelected}
        onClick={onSelect}
      >
        <span className="qe-number tag c-none middle caption semibold num r-sm bg-3">{number}</span>
        <span className="trunc">{title}</span>
      </button>
      <Gist node={node} inside={inside} />
      <Tried node={node} isSeen={isSeen} />
      <span className="flex end">
        <IconButton small label={t('queues.tree.addInside', { title })} icon={Plus} onClick={onAdd} />
        <More {...props} />
      </span>
    </div>
  );
};
