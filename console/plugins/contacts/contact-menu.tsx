import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { usePopup } from '../../shell/ui/use-popup.ts';

interface Deed {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly run: () => void;
}

/** What is seldom done with a contact, where a row has no room for a button each. */
export const ContactMenu = ({
  label,
  deeds,
}: {
  readonly label: string;
  readonly deeds: readonly Deed[];
}) => {
  const { isOpen, close, button, popup } = usePopup('menu');
  return (
    <>
      <IconButton label={label} icon={EllipsisVertical} {...button} />
      {isOpen ? (
        <Menu {...popup}>
          {deeds.map(({ icon: Icon, label, run }) => (
            <MenuItem
              key={label}
              onClick={() => {
                close();
                run();
              }}
            >
              <Icon size={16} aria-hidden="true" className="muted" />
              {label}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  );
};
