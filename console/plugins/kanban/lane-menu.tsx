import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Ellipsis } from 'lucide-react';
import { useT } from '../../shell/i18n.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { usePopup } from '../../shell/ui/use-popup.ts';

interface Props {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onShift: (by: -1 | 1) => void;
  readonly onLimit: () => void;
}

/** What somebody does with a lane of their own board. */
export const LaneMenu = ({ name, isFirst, isLast, onShift, onLimit }: Props) => {
  const t = useT();
  const { button, popup, close } = usePopup('menu');
  const then = (run: () => void) => () => {
    close();
    run();
  };
  return (
    <>
      <IconButton small label={t('kanban.options', { name })} icon={Ellipsis} {...button} />
      <Menu {...popup}>
        <MenuItem disabled={isFirst} onClick={then(() => onShift(-1))}>
          {t('kanban.left')}
        </MenuItem>
        <MenuItem disabled={isLast} onClick={then(() => onShift(1))}>
          {t('kanban.right')}
        </MenuItem>
        <MenuItem onClick={then(onLimit)}>{t('kanban.limit')}</MenuItem>
      </Menu>
    </>
  );
};
