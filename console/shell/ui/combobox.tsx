import Popper from '@mui/material/Popper';
import useAutocomplete from '@mui/material/useAutocomplete';
import { Check, ChevronDown, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { plain } from '../../../domain/text/plain.ts';
import { useT } from '../i18n.ts';
import type { FieldIds } from './field.tsx';

interface Props<T> {
  readonly field: FieldIds;
  /** Its name where no label stands above it. */
  readonly label?: string;
  readonly options: readonly T[];
  readonly value: T | null;
  readonly onChange: (value: T | null) => void;
  readonly keyOf: (option: T) => string;
  readonly labelOf: (option: T) => string;
  /** A row of the list; default: its label. */
  readonly row?: (option: T) => ReactNode;
  /** Stands before the text while something is chosen. */
  readonly lead?: (value: T) => ReactNode;
  /** Options that match what is typed; default: label contains it, whatever its accents. */
  readonly matching?: (options: readonly T[], typed: string) => readonly T[];
  readonly onTyped?: (typed: string) => void;
  readonly placeholder?: string;
  /** Said when the list would be empty. */
  readonly empty: string;
  readonly clearable?: boolean;
  /** What is chosen goes elsewhere: the field is empty again and stays open for the next. */
  readonly forget?: boolean;
  readonly autoFocus?: boolean;
}

/** A text field that suggests: arrows and Enter choose, Esc closes the list before it closes the dialog. */
export const Combobox = <T,>(props: Props<T>) => {
  const { field, options, value, onChange, keyOf, labelOf, row = labelOf, lead, placeholder } = props;
  const { clearable = true, forget = false, matching, onTyped } = props;
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [inputValue, setInputValue] = useState('');
  const contains = (all: readonly T[], typed: string) =>
    all.filter((option) => plain(labelOf(option)).includes(plain(typed).trim()));
  const box = useAutocomplete<T, false, false, false>({
    id: field.id,
    options,
    value,
    getOptionLabel: labelOf,
    getOptionKey: keyOf,
    isOptionEqualToValue: (one, other) => keyOf(one) === keyOf(other),
    filterOptions: (all, { inputValue }) => [...(matching ?? contains)(all, inputValue)],
    onChange: (_, chosen) => onChange(chosen),
    inputValue,
    onInputChange: (_, typed, reason) => {
      setInputValue(forget && reason === 'selectOption' ? '' : typed);
      if (reason === 'input' || reason === 'clear') onTyped?.(typed);
    },
    disableCloseOnSelect: forget,
    // Brought back to what was refused, one reads why first: the list would lie over it.
    // Nor does a dialog open a list by itself that lies over its next field; what only chooses, and stays open, does.
    openOnFocus: !field['aria-invalid'] && (forget || !props.autoFocus),
    autoHighlight: true,
    selectOnFocus: true,
    handleHomeEndKeys: true,
  });
  const list = box.groupedOptions as T[];
  return (
    <div {...box.getRootProps()}>
      <div ref={setAnchor} className={field['aria-invalid'] ? 'in-t lg err' : 'in-t lg'}>
        {value === null ? null : lead?.(value)}
        <input
          {...box.getInputProps()}
          {...field}
          aria-label={props.label}
          placeholder={placeholder}
          // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that was just asked for
          autoFocus={props.autoFocus}
        />
        {clearable && value !== null ? (
          <button {...box.getClearProps()} type="button" className="ib ib-sm" aria-label={t('shell.clear')}>
            <X size={16} aria-hidden="true" />
          </button>
        ) : (
          <ChevronDown size={16} aria-hidden="true" className="subtle" />
        )}
      </div>
      <Popper
        // Not the tooltip it would call itself: the list inside has its own role and name.
        role="presentation"
        open={box.popupOpen}
        anchorEl={anchor}
        placement="bottom-start"
        className="combo-options-layer"
        style={{ width: anchor?.offsetWidth }}
      >
        {list.length === 0 ? (
          <p className="combo-options combo-options-none" role="status">
            {props.empty}
          </p>
        ) : (
          <ul {...box.getListboxProps()} className="combo-options scroll">
            {list.map((option, index) => {
              const { key, ...item } = box.getOptionProps({ option, index });
              return (
                <li {...item} key={keyOf(option)}>
                  <span className="combo-option">{row(option)}</span>
                  {item['aria-selected'] ? <Check size={16} aria-hidden="true" /> : null}
                </li>
              );
            })}
          </ul>
        )}
      </Popper>
    </div>
  );
};
