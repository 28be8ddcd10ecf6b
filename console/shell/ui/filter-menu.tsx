import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { ChevronDown } from 'lucide-react';
import { ChipButton } from './chips.tsx';
import { usePopup } from './use-popup.ts';
import './filter-menu.css';

interface Props {
  readonly label: string;
  /** What is said when nothing is chosen. */
  readonly all: string;
  readonly chosen: string;
  /** What is said of a choice that is none of the options any more. */
  readonly other?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** A filter of the list: one of many, or all. */
export const FilterMenu = ({ label, all, chosen, other, options, onChange }: Props) => {
  const { close, button, popup } = usePopup('menu');
  const choose = (value: string) => {
    close();
    onChange(value);
  };
  const said =
    options.find(({ value }) => value === chosen)?.label ?? (chosen === '' ? all : (other ?? chosen));
  return (
    <>
      <ChipButton className="filter-menu" on={chosen !== ''} {...button}>
        {label} <b className="trunc">{said}</b>
        <ChevronDown size={14} aria-hidden="true" />
      </ChipButton>
      <Menu {...popup}>
        {[{ value: '', label: all }, ...options].map((option) => (
          <MenuItem
            key={option.value}
            selected={option.value === chosen}
            onClick={() => choose(option.value)}
          >
            {option.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
