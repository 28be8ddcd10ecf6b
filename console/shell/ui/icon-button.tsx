import MuiIconButton, { type IconButtonProps } from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ComponentType, ReactNode, Ref } from 'react';

interface Props extends Omit<IconButtonProps, 'aria-label'> {
  /** Its accessible name and tooltip. */
  readonly label: string;
  readonly icon: ComponentType<{ size?: number | string; strokeWidth?: number | string }>;
  readonly shortcut?: string;
  readonly small?: boolean;
  /** A badge on the icon. */
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export const IconButton = ({
  label,
  icon: Icon,
  shortcut,
  small = false,
  className = '',
  children,
  ...rest
}: Props) => (
  <Tooltip title={shortcut === undefined ? label : `${label} · ${shortcut}`} describeChild={false}>
    <MuiIconButton
      {...(small && { size: 'small' })}
      {...rest}
      className={`${rest.color === undefined ? 'ib ' : ''}${className}`}
      aria-label={label}
      aria-keyshortcuts={shortcut}
    >
      <Icon size={18} strokeWidth={1.75} />
      {children}
    </MuiIconButton>
  </Tooltip>
);
