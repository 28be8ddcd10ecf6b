import styled from '@emotion/styled';
import MuiIconButton, { type IconButtonProps } from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ComponentProps, ComponentType, ReactNode, Ref } from 'react';
import { focusRing, iconButton } from '../theme.ts';

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

const Plain = styled.button({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  border: 0,
  background: 'none',
  cursor: 'pointer',
  '&:focus-visible': focusRing(2),
  ...iconButton.root,
  ...iconButton.sizeSmall,
});

interface PlainProps extends Pick<Props, 'label' | 'icon'>, Omit<ComponentProps<'button'>, 'children'> {}

/** A small one that looks the same where a screen has dozens, unseen until they are pointed at: drawn in a tenth of the time. */
export const PlainIconButton = ({ label, icon: Icon, ...rest }: PlainProps) => (
  <Plain type="button" {...rest} aria-label={label} title={label}>
    <Icon size={18} strokeWidth={1.75} />
  </Plain>
);
