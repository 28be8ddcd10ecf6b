import Drawer from '@mui/material/Drawer';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { useId } from 'react';
import { useT } from '../../shell/i18n.ts';
import { type Lane, laneColor } from './board.ts';

interface Props {
  readonly who: string;
  readonly lanes: readonly (Lane & { readonly name: string })[];
  /** The lane it stands in. */
  readonly from: string;
  /** Beside this; absent: a sheet from below, for a finger. */
  readonly anchor: HTMLElement | undefined;
  readonly onMove: (laneId: string) => void;
  readonly onClose: () => void;
}

/** Takes a card to another lane without carrying it there. */
export const MoveMenu = ({ who, lanes, from, anchor, onMove, onClose }: Props) => {
  const t = useT();
  const id = useId();
  const items = lanes.map(({ id: lane, name, tag, cards }) => (
    <MenuItem key={lane} disabled={lane === from} onClick={() => onMove(lane)}>
      <span className="qd" style={laneColor(tag)} aria-hidden="true" />
      <span className="grow trunc">{lane === from ? t('kanban.here', { name }) : name}</span>
      <span className="count">{cards.length}</span>
    </MenuItem>
  ));
  if (anchor !== undefined)
    return (
      <Menu
        open
        anchorEl={anchor}
        onClose={onClose}
        slotProps={{ list: { 'aria-label': t('kanban.moveOf', { name: who }) } }}
      >
        {items}
      </Menu>
    );
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={onClose}
      slotProps={{
        paper: { className: 'kb-sheet', role: 'dialog', 'aria-modal': true, 'aria-labelledby': id },
      }}
    >
      <h2 className="title lh-24 p-16" id={id}>
        {t('kanban.moveOf', { name: who })}
      </h2>
      <p className="px-16 mb-8 small muted">{t('kanban.moveHint')}</p>
      <MenuList autoFocusItem aria-labelledby={id}>
        {items}
      </MenuList>
    </Drawer>
  );
};
