import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Check, ChevronDown } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { ChipButton } from '../../../shell/ui/chips.tsx';
import { usePopup } from '../../../shell/ui/use-popup.ts';

export interface Option<T> {
  readonly id: T;
  readonly name: string;
  readonly mark?: ReactNode;
}

interface Props<T> {
  readonly label: string;
  /** Said while nothing is chosen, and the first choice of the menu: it chooses nothing again. */
  readonly all: string;
  readonly icon?: ComponentType<{ size?: number | string }>;
  readonly options: readonly Option<T>[];
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
}

/** A filter by several of a few things: a chip that says what is chosen, and a menu of checks that stays open. */
export function MultiSelect<T extends string | null>({
  label,
  all,
  icon: Icon,
  options,
  chosen,
  onChange,
}: Props<T>) {
  const { close, button, popup } = usePopup('menu');
  const first = options.find((option) => chosen.includes(option.id))?.name;
  const said = first === undefined ? all : chosen.length === 1 ? first : `${first} +${chosen.length - 1}`;
  return (
    <>
      <ChipButton on={first !== undefined} {...button}>
        {Icon === undefined ? null : <Icon size={14} />}
        {label}
        <b className="trunc">{said}</b>
        <ChevronDown size={14} aria-hidden="true" />
      </ChipButton>
      <Menu
        {...popup}
        slotProps={{ list: { 'aria-label': label }, paper: { sx: { maxHeight: 360, minWidth: 200 } } }}
      >
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={chosen.length === 0}
          divider={options.length > 0}
          onClick={() => {
            onChange([]);
            close();
          }}
        >
          <span className="fixed t-accent" style={{ width: 16 }}>
            {chosen.length === 0 ? <Check size={16} aria-hidden="true" /> : null}
          </span>
          {all}
        </MenuItem>
        {options.map((option) => {
          const on = chosen.includes(option.id);
          return (
            <MenuItem
              key={option.id ?? 'none'}
              role="menuitemcheckbox"
              aria-checked={on}
              onClick={() => onChange(on ? chosen.filter((id) => id !== option.id) : [...chosen, option.id])}
            >
              <span className="fixed t-accent" style={{ width: 16 }}>
                {on ? <Check size={16} aria-hidden="true" /> : null}
              </span>
              {option.mark}
              {option.name}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
