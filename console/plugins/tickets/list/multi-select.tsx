import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import OutlinedInput from '@mui/material/OutlinedInput';
import Popover from '@mui/material/Popover';
import { Check, ChevronDown, Search } from 'lucide-react';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { plainText } from '../../../../domain/text/plain.ts';
import { useT } from '../../../shell/i18n.ts';
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

/** From so many on they are sought by name: they would not stand in the menu at once. */
const sought = 9;

type ChoicesProps<T> = Pick<Props<T>, 'all' | 'options' | 'chosen' | 'onChange'> & {
  readonly close: () => void;
};

const Tick = ({ on }: { readonly on: boolean }) => (
  <span className="fixed t-accent" style={{ width: 16 }}>
    {on ? <Check size={16} aria-hidden="true" /> : null}
  </span>
);

/** Returns the choices of a menu. It asks for its items itself, and would not find them in a component. */
const choicesOf = <T extends string | null>({ all, options, chosen, onChange, close }: ChoicesProps<T>) => [
  <MenuItem
    key="all"
    role="menuitemcheckbox"
    aria-checked={chosen.length === 0}
    divider={options.length > 0}
    onClick={() => {
      onChange([]);
      close();
    }}
  >
    <Tick on={chosen.length === 0} />
    {all}
  </MenuItem>,
  ...options.map(({ id, name, mark }) => {
    const on = chosen.includes(id);
    return (
      <MenuItem
        key={id ?? 'none'}
        role="menuitemcheckbox"
        aria-checked={on}
        onClick={() => onChange(on ? chosen.filter((one) => one !== id) : [...chosen, id])}
      >
        <Tick on={on} />
        {mark}
        <span className="trunc">{name}</span>
      </MenuItem>
    );
  }),
];

/** Many choices, below a field that leaves those with a name; the arrow down leads from it to them. */
function SoughtChoices<T extends string | null>(props: ChoicesProps<T> & { readonly label: string }) {
  const t = useT();
  const [text, setText] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const options = props.options.filter(({ name }) => plainText(name).includes(plainText(text.trim())));
  const label = t('tickets.filter.search', { name: props.label });
  return (
    <>
      <div className="p-8 soft-b">
        <OutlinedInput
          type="search"
          size="small"
          fullWidth
          autoFocus
          className="search"
          startAdornment={<Search size={16} aria-hidden="true" />}
          placeholder={label}
          inputProps={{ 'aria-label': label }}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            list.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
          }}
        />
      </div>
      {options.length === 0 ? (
        <p className="small muted p-12-16" role="status">
          {t('tickets.filter.none')}
        </p>
      ) : null}
      <MenuList ref={list} aria-label={props.label}>
        {choicesOf({ ...props, options })}
      </MenuList>
    </>
  );
}

/** A filter by several things: a chip that says what is chosen, and a menu of checks that stays open. */
export function MultiSelect<T extends string | null>(props: Props<T>) {
  const { label, all, icon: Icon, options, chosen } = props;
  const isSought = options.length >= sought;
  const { close, button, popup } = usePopup(isSought ? 'dialog' : 'menu');
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
      {isSought ? (
        <Popover
          {...popup}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{
            paper: { role: 'dialog', 'aria-label': label, sx: { maxHeight: 420, width: 280 } },
          }}
        >
          <SoughtChoices {...props} close={close} />
        </Popover>
      ) : (
        <Menu
          {...popup}
          slotProps={{
            list: { 'aria-label': label },
            paper: { sx: { maxHeight: 360, minWidth: 200, maxWidth: 320 } },
          }}
        >
          {choicesOf({ ...props, close })}
        </Menu>
      )}
    </>
  );
}
