import { type Theme, ThemeProvider, useTheme } from '@mui/material/styles';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { plainStyles, withSerializedStyles } from '../serialized-styles.ts';
import { theme as base, phone, text } from '../theme.ts';

/** By MUI's names, and by those of libraries that stand on it. */
export type Components = Theme['components'] & Record<string, unknown>;
interface Part {
  readonly styleOverrides?: Readonly<Record<string, object>>;
}

/** Beside theme.ts: parts of MUI that only dialogs and pages use that are opened later. */
const components: Components = {
  // The label stands above its field, and is never cut.
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: {
        position: 'static',
        transform: 'none',
        maxWidth: '100%',
        marginBottom: 4,
        ...text(13, 18, 500),
        color: 'var(--text)',
        whiteSpace: 'normal',
        pointerEvents: 'auto',
        '&.Mui-focused, &.Mui-error': { color: 'var(--text)' },
        '& em': { fontStyle: 'normal', fontWeight: 400, color: 'var(--text-subtle)' },
      },
      asterisk: { display: 'none' },
    },
  },
  MuiTextField: { defaultProps: { variant: 'outlined' } },
  MuiFormControl: {
    styleOverrides: { root: { width: '100%', '&.MuiFormControl-marginDense': { margin: 0 } } },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: {
        margin: '4px 0 0',
        ...text(12, 16),
        color: 'var(--text-subtle)',
        '&.Mui-error': {
          display: 'flex',
          alignItems: 'center',
          gap: 5,
          color: 'var(--danger)',
          fontWeight: 500,
        },
      },
    },
  },
  // A select with the browser's own list draws its arrow under this name.
  MuiNativeSelect: {
    styleOverrides: {
      icon: { right: 10, top: 'calc(50% - 8px)', width: 16, height: 16, color: 'var(--text-subtle)' },
    },
  },
  MuiSelect: {
    defaultProps: { IconComponent: ChevronDown },
    styleOverrides: {
      select: { minHeight: 0 },
      icon: { right: 10, top: 'calc(50% - 8px)', width: 16, height: 16, color: 'var(--text-subtle)' },
    },
  },
  MuiFormControlLabel: {
    styleOverrides: {
      root: { margin: 0, gap: 2 },
      label: {
        ...text(14, 20),
        minWidth: 0,
        overflowWrap: 'anywhere',
        '& small': { display: 'block', ...text(12, 16), color: 'var(--text-muted)' },
        '& > .qd': { display: 'inline-block', marginRight: 4 },
      },
    },
  },
  MuiCheckbox: {
    styleOverrides: {
      root: {
        padding: 6,
        marginLeft: -6,
        color: 'var(--border-strong)',
        '&.Mui-checked, &.MuiCheckbox-indeterminate': { color: 'var(--accent)' },
        '& .MuiSvgIcon-root': { fontSize: 20 },
        [phone]: { padding: 11 },
      },
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: {
        '&.form-dialog': { width: 480, [phone]: { width: '100%' } },
        // A question is no form: on a phone too it is a card before what it is about.
        '&.confirm-dialog': {
          width: 440,
          textWrap: 'pretty',
          [phone]: {
            width: 'calc(100% - 32px)',
            height: 'auto',
            maxHeight: 'calc(100% - 32px)',
            borderRadius: 16,
          },
          '& .MuiDialogContent-root': { paddingTop: 0 },
        },
        '& > form': { display: 'flex', flex: 1, flexDirection: 'column', minHeight: 0 },
      },
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: {
        display: 'flex',
        flex: 'none',
        alignItems: 'center',
        padding: '16px 16px 8px 24px',
        ...text(18, 24, 600),
        letterSpacing: '-0.005em',
        overflowWrap: 'anywhere',
        '& h2': { flex: 1, minWidth: 0, font: 'inherit' },
      },
    },
  },
  MuiDialogContent: {
    styleOverrides: {
      root: {
        display: 'flex',
        flexDirection: 'column',
        gap: 16,
        padding: '12px 24px 20px',
        // Its own rule for what stands below a title would win over a plain one.
        '&&': { paddingTop: 12 },
        scrollbarWidth: 'thin',
        scrollbarColor: 'var(--border-strong) transparent',
      },
    },
  },
  MuiDialogActions: {
    styleOverrides: {
      root: {
        flexWrap: 'wrap',
        padding: '12px 24px',
        gap: 8,
        borderTop: '1px solid var(--border)',
        '& > .grow': { minWidth: 'fit-content' },
      },
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      root: {
        width: '100%',
        minWidth: 0,
        // The library keeps room for buttons that lie over the field: these stand in it.
        '&& .MuiAutocomplete-inputRoot.MuiOutlinedInput-root': { paddingRight: 4 },
      },
      inputRoot: { padding: '0 4px 0 12px', '& .MuiAutocomplete-input': { padding: 0 } },
      endAdornment: { position: 'static', transform: 'none', display: 'flex', alignItems: 'center' },
      clearIndicator: { width: 28, height: 28, padding: 0, margin: 0, visibility: 'visible' },
      popupIndicator: { width: 28, height: 28, padding: 0, margin: 0, color: 'var(--text-subtle)' },
      paper: {
        margin: '4px 0',
        borderRadius: 12,
        background: 'var(--raised)',
        boxShadow: 'var(--shadow-3), 0 0 0 1px var(--border)',
      },
      noOptions: { padding: 12, ...text(13, 18), color: 'var(--text-muted)' },
      listbox: {
        maxHeight: 264,
        padding: 4,
        '& .MuiAutocomplete-option': {
          gap: 8,
          minHeight: 36,
          padding: '4px 10px',
          borderRadius: 6,
          ...text(14, 20),
          '& > svg': { flex: 'none', color: 'var(--accent-text)' },
          '&[aria-selected="true"]': { background: 'none' },
          '&:hover, &.Mui-focused, &[aria-selected="true"].Mui-focused': { background: 'var(--accent-soft)' },
          [phone]: { minHeight: 44 },
        },
      },
    },
  },
};

/** Returns a theme with more in it; of a part that both have, what is said later counts. */
export const extendTheme = (outerTheme: Theme, more: Components): Theme => {
  const before = plainStyles(outerTheme) as Readonly<Record<string, Part | undefined>> | undefined;
  const parts = { ...before } as Record<string, Part>;
  for (const [name, part] of Object.entries(more as Readonly<Record<string, Part>>)) {
    const slots: Record<string, object> = { ...before?.[name]?.styleOverrides };
    for (const [slot, style] of Object.entries(part.styleOverrides ?? {}))
      slots[slot] = { ...slots[slot], ...style };
    parts[name] = { ...before?.[name], ...part, styleOverrides: slots };
  }
  return withSerializedStyles({ ...outerTheme, components: parts as Theme['components'] });
};

export const formTheme = (outer: Theme): Theme => extendTheme(outer, components);
const ownTheme = formTheme(base);

/** Around what asks for something: the fields in our look. */
export const FormTheme = ({ children }: { readonly children: ReactNode }) => {
  // A part that stands alone, in a test, has nothing around it to add to.
  const alone = !Object.hasOwn(useTheme(), 'vars');
  return <ThemeProvider theme={alone ? ownTheme : formTheme}>{children}</ThemeProvider>;
};
