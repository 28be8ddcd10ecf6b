import Tooltip from '@mui/material/Tooltip';
import type { ButtonHTMLAttributes, ComponentType, ReactNode, Ref } from 'react';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** Its accessible name and tooltip. */
  readonly label: string;
  readonly icon: ComponentType<{ size?: number | string; strokeWidth?: number | string }>;
  readonly shortcut?: string;
  readonly small?: boolean;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export const IconButton = ({
  label,
  icon: Icon,
  shortcut,
  small = false,
  children,
  className = '',
  ...rest
}: Props) => (
  <Tooltip title={shortcut === undefined ? label : `${label} · ${shortcut}`} describeChild={false}>
    <button
      type="button"
      className={`ib ${small ? 'ib-sm ' : ''}${className}`}
      {...rest}
      aria-label={label}
      aria-keyshortcuts={shortcut}
    >
      <Icon size={18} strokeWidth={1.75} />
      {children}
    </button>
  </Tooltip>
);
