import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { Check, ChevronDown, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { plainText } from '../../../domain/text/plain.ts';
import { FormTheme } from '../form/form-theme.tsx';
import { useT } from '../i18n.ts';

/** What a control needs to be tied to its label, hint and error. */
interface FieldIds {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

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
  const { clearable = true, forget = false, matching, onTyped, autoFocus = false } = props;
  const t = useT();
  const [inputValue, setInputValue] = useState('');
  const contains = (all: readonly T[], typed: string) =>
    all.filter((option) => plainText(labelOf(option)).includes(plainText(typed).trim()));
  const { id, ...aria } = field;
  const isEmpty = !clearable || value === null;
  return (
    <FormTheme>
      <Autocomplete<T, false, false, false>
        id={id}
        options={options}
        value={value}
        getOptionLabel={labelOf}
        getOptionKey={keyOf}
        isOptionEqualToValue={(one, other) => keyOf(one) === keyOf(other)}
        filterOptions={(all, { inputValue: typed }) => [...(matching ?? contains)(all, typed)]}
        onChange={(_, chosen) => onChange(chosen)}
        inputValue={inputValue}
        onInputChange={(_, typed, reason) => {
          setInputValue(forget && reason === 'selectOption' ? '' : typed);
          if (reason === 'input' || reason === 'clear') onTyped?.(typed);
        }}
        disableCloseOnSelect={forget}
        // Brought back to what was refused, one reads why first: the list would lie over it.
        // Nor does a dialog open a list by itself that lies over its next field; what only chooses, and stays open, does.
        openOnFocus={!field['aria-invalid'] && (forget || !autoFocus)}
        autoHighlight
        selectOnFocus
        handleHomeEndKeys
        disableClearable={isEmpty as false}
        forcePopupIcon={false}
        clearIcon={<X size={16} />}
        clearText={t('shell.clear')}
        noOptionsText={props.empty}
        renderOption={({ key: _, ...item }, option, { selected }) => (
          <li {...item} key={keyOf(option)}>
            <span className="row grow">{row(option)}</span>
            {selected ? <Check size={16} /> : null}
          </li>
        )}
        renderInput={({ slotProps, ...params }) => (
          <TextField
            {...params}
            autoFocus={autoFocus}
            placeholder={placeholder}
            error={field['aria-invalid']}
            slotProps={{
              ...slotProps,
              input: {
                ...slotProps.input,
                startAdornment: value === null ? null : lead?.(value),
                ...(isEmpty && { endAdornment: <ChevronDown size={16} className="combo-more" /> }),
              },
              htmlInput: { ...slotProps.htmlInput, ...aria, 'aria-label': props.label },
            }}
          />
        )}
      />
    </FormTheme>
  );
};
