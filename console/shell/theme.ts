import { createTheme } from '@mui/material/styles';
import { withSerializedStyles } from './serialized-styles.ts';

const palette = (c: Record<string, string>) => ({
  palette: {
    primary: { main: c.accent!, dark: c.accentHover!, light: c.accentSoft!, contrastText: c.accentContrast! },
    error: { main: c.danger!, contrastText: c.dangerContrast! },
    warning: { main: c.warning! },
    success: { main: c.success! },
    info: { main: c.info! },
    background: { default: c.bg!, paper: c.raised! },
    text: { primary: c.text!, secondary: c.muted!, disabled: c.disabled! },
    divider: c.border!,
    action: { hover: c.surface2!, selected: c.accentSoft! },
  },
});

// The hex values of tokens.css: MUI computes contrasts from them and cannot read a variable.
const lightPalette = palette({
  accent: '#782a6b',
  accentHover: '#651e59',
  accentSoft: '#f6edf4',
  accentContrast: '#ffffff',
  danger: '#c92324',
  dangerContrast: '#ffffff',
  warning: '#d07803',
  success: '#26894c',
  info: '#2580c1',
  bg: '#f6f3f6',
  raised: '#ffffff',
  text: '#231b22',
  muted: '#5e555d',
  disabled: '#a29ca1',
  border: '#e4e0e4',
  surface2: '#f3f0f3',
});
const dark = palette({
  accent: '#9d598f',
  accentHover: '#945086',
  accentSoft: '#32202e',
  accentContrast: '#ffffff',
  danger: '#f47a79',
  dangerContrast: '#260909',
  warning: '#eca342',
  success: '#4fb772',
  info: '#4fa8e1',
  bg: '#110e10',
  raised: '#241f23',
  text: '#ece8eb',
  muted: '#b1aab0',
  disabled: '#615c60',
  border: '#2f2a2e',
  surface2: '#231e22',
});

const ring = (colour: string) => `0 0 0 3px color-mix(in srgb, ${colour} 16%, transparent)`;
export const text = (size: number, line: number, weight = 400) => ({
  fontSize: size,
  lineHeight: `${line}px`,
  fontWeight: weight,
});

export const phone = '@media (max-width: 599px)';
/** What cannot be pressed now. */
const off = {
  color: 'var(--text-disabled)',
  background: 'var(--surface-2)',
  borderColor: 'transparent',
  boxShadow: 'none',
};
export const focusRing = (offset: number) => ({ outline: '2px solid var(--focus)', outlineOffset: offset });

declare module '@mui/material/Button' {
  // Beside MUI's contained, outlined and text: a softer accent, one that reads as a part of a sentence, a filter's, and a
  // word of a few of which one holds.
  interface ButtonPropsVariantOverrides {
    tonal: true;
    link: true;
    chip: true;
    plain: true;
  }
}
declare module '@mui/material/styles' {
  // Tells MUI's types what `cssVariables` below turns on: the provider's own settings.
  interface CssThemeVariables {
    enabled: true;
  }
}

/** Of every button that is only an icon. */
export const iconButton = {
  root: {
    width: 32,
    height: 32,
    padding: 0,
    borderRadius: 8,
    color: 'var(--text-muted)',
    '&:hover': { background: 'var(--surface-2)', color: 'var(--text)' },
    '&[aria-pressed="true"]': { background: 'var(--accent-soft)', color: 'var(--accent-text)' },
    '&.Mui-disabled': { color: 'var(--text-disabled)' },
    [phone]: { minWidth: 40, minHeight: 40 },
  },
  sizeSmall: { width: 28, height: 28, borderRadius: 6 },
};

const writtenTheme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  // As the durations of tokens.css: who asks their system for less motion gets none.
  motion: { reducedMotion: 'system' },
  colorSchemes: { light: lightPalette, dark },
  spacing: 4,
  shape: { borderRadius: 8 },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  typography: {
    fontFamily: 'var(--font)',
    fontWeightBold: 680,
    button: { textTransform: 'none' },
    body1: text(15, 22),
    body2: text(14, 20),
    subtitle2: text(13, 18, 500),
    caption: text(12, 16),
    h4: text(28, 32, 600),
    h5: text(20, 28, 600),
    h6: text(16, 24, 600),
  },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true, disableTouchRipple: true },
      // The framework's reset takes away the outline that every other control has.
      styleOverrides: { root: { '&:focus-visible, &.Mui-focusVisible': focusRing(2) } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          flex: 'none',
          gap: 6,
          height: 32,
          minWidth: 0,
          padding: '0 12px',
          borderRadius: 8,
          border: '1px solid transparent',
          ...text(13, 18, 600),
          whiteSpace: 'nowrap',
          '& > svg': { marginLeft: -2 },
          // Still reached by the keyboard, which learns from its name why nothing happens.
          '&[aria-disabled="true"]': { opacity: 0.6, cursor: 'default' },
          '&.Mui-disabled': off,
          [phone]: { minHeight: 40 },
        },
        // The gap stands between icon and words; react-admin's buttons bring their icon in a part of its own.
        startIcon: { margin: '0 0 0 -2px' },
        sizeSmall: { height: 28, borderRadius: 6, padding: '0 10px', ...text(13, 18, 600) },
        sizeLarge: { height: 40, padding: '0 16px', ...text(14, 20, 600) },
        outlined: {
          borderColor: 'var(--border)',
          background: 'var(--surface-1)',
          color: 'var(--text)',
          boxShadow: 'var(--shadow-1)',
          '&:hover': { background: 'var(--surface-2)' },
          '&.Mui-disabled': off,
        },
        text: {
          color: 'var(--text-muted)',
          '&:hover': { background: 'var(--surface-2)', color: 'var(--text)' },
          '&.Mui-disabled': { background: 'none', color: 'var(--text-disabled)' },
        },
      },
      variants: [
        {
          props: { variant: 'tonal' },
          style: {
            background: 'var(--accent-soft)',
            color: 'var(--accent-text)',
            '&:hover': { background: 'var(--accent-soft-hover)' },
          },
        },
        {
          props: { variant: 'link' },
          style: { height: 'auto', padding: 0, background: 'none', color: 'var(--accent-text)' },
        },
        {
          // Among words, and as they are written.
          props: { variant: 'link', size: 'small' },
          style: {
            border: 0,
            ...text(13, 18),
            verticalAlign: 'baseline',
            whiteSpace: 'normal',
            textDecoration: 'underline',
            textUnderlineOffset: 3,
            [phone]: { minHeight: 0 },
          },
        },
        {
          props: { variant: 'plain' },
          style: {
            height: 40,
            padding: '0 8px',
            border: 0,
            background: 'none',
            color: 'inherit',
            ...text(13, 18),
            '&[aria-pressed="true"]': { fontWeight: 'var(--fw-semibold)', color: 'var(--text)' },
          },
        },
        {
          props: { variant: 'chip' },
          style: {
            justifyContent: 'flex-start',
            height: 28,
            padding: '0 10px',
            borderRadius: 'var(--r-full)',
            borderColor: 'var(--border)',
            background: 'var(--surface-1)',
            color: 'var(--text-muted)',
            ...text(12, 20, 500),
            '& b': { color: 'var(--text)' },
            '& > svg': { marginLeft: 0 },
            '&:hover': { background: 'var(--surface-2)' },
            '&.on': {
              borderColor: 'transparent',
              background: 'var(--accent-soft)',
              color: 'var(--accent-text)',
              '& b': { color: 'inherit' },
              '&:hover': { background: 'var(--accent-soft-hover)' },
            },
            [phone]: { minHeight: 0 },
          },
        },
      ],
    },
    MuiIconButton: {
      styleOverrides: iconButton,
      variants: [
        {
          props: { color: 'primary' },
          style: {
            '&, &:hover': { background: 'var(--accent)', color: 'var(--accent-contrast)' },
            '&:hover': { background: 'var(--accent-hover)' },
          },
        },
      ],
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 400, enterNextDelay: 80 },
      styleOverrides: {
        tooltip: {
          background: 'var(--text)',
          color: 'var(--bg)',
          ...text(12, 16, 500),
          borderRadius: 6,
          padding: '6px 8px',
        },
      },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          width: 560,
          borderRadius: 16,
          background: 'var(--raised)',
          backgroundImage: 'none',
          boxShadow: 'var(--shadow-4)',
          '@media (max-width: 599px)': {
            margin: 0,
            width: '100%',
            maxWidth: '100%',
            height: '100%',
            maxHeight: '100%',
            borderRadius: 0,
          },
        },
      },
    },
    MuiBackdrop: {
      styleOverrides: {
        root: { backgroundColor: 'var(--scrim)' },
        invisible: { backgroundColor: 'transparent' },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiMenu: {
      styleOverrides: {
        paper: {
          borderRadius: 12,
          background: 'var(--raised)',
          boxShadow: 'var(--shadow-3), 0 0 0 1px var(--border)',
        },
        list: { padding: 4 },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          minHeight: 36,
          borderRadius: 6,
          padding: '0 10px',
          gap: 10,
          ...text(14, 20),
          // The framework gives up its own minimum from this width on, and would take ours with it.
          '@media (min-width: 600px)': { minHeight: 36 },
          '@media (max-width: 599px)': { minHeight: 44 },
          '&.Mui-focusVisible': { background: 'var(--accent-soft)', ...focusRing(-2) },
        },
      },
    },
    MuiPopover: {
      styleOverrides: {
        paper: {
          // A hair of air between the button and what it opened; what opens upwards turns it round.
          marginTop: 4,
          borderRadius: 12,
          background: 'var(--raised)',
          boxShadow: 'var(--shadow-3), 0 0 0 1px var(--border)',
        },
      },
    },
    MuiTabs: { styleOverrides: { root: { minHeight: 40 }, list: { gap: 20 }, indicator: { height: 2 } } },
    MuiTab: {
      styleOverrides: {
        root: {
          minHeight: 40,
          minWidth: 0,
          padding: 0,
          ...text(13, 18, 500),
          color: 'var(--text-muted)',
          '&.Mui-selected': { color: 'var(--text)', fontWeight: 600 },
          // The strip cuts off what stands out of it.
          '&:focus-visible, &.Mui-focusVisible': focusRing(-2),
        },
      },
    },
    MuiChip: {
      styleOverrides: {
        root: { height: 28, ...text(12, 16, 500) },
        sizeSmall: { height: 20, borderRadius: 4 },
      },
    },
    // 32 high in a bar (`small`), 40 in a form.
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: {
          minHeight: 40,
          gap: 8,
          borderRadius: 8,
          ...text(14, 20),
          background: 'var(--surface-1)',
          '& > svg': { flex: 'none', color: 'var(--text-subtle)' },
          '& .MuiOutlinedInput-notchedOutline': {
            top: 0,
            borderWidth: 1,
            borderColor: 'var(--border-strong)',
            '& legend': { display: 'none' },
          },
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--border-strong)' },
          '&.Mui-focused': { boxShadow: ring('var(--accent)') },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
            borderWidth: 1,
            borderColor: 'var(--accent)',
          },
          '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--danger-solid)' },
          '&.Mui-error.Mui-focused': { boxShadow: ring('var(--danger-solid)') },
          '&.Mui-disabled': { background: 'var(--surface-2)' },
          '&.MuiInputBase-sizeSmall': { minHeight: 32, '& > input': { paddingBlock: 4 } },
          [phone]: { minHeight: 44, fontSize: 16, '&.MuiInputBase-sizeSmall': { minHeight: 40 } },
        },
        input: {
          padding: '6px 12px',
          height: 'auto',
          lineHeight: '20px',
          textOverflow: 'ellipsis',
          '&::placeholder': { color: 'var(--text-subtle)', opacity: 1 },
        },
        adornedStart: { paddingLeft: 10, '& > input': { paddingLeft: 0 } },
        adornedEnd: { paddingRight: 4 },
        multiline: { padding: '8px 12px', '& .MuiOutlinedInput-input': { padding: 0 } },
      },
    },
    MuiSwitch: {
      styleOverrides: {
        root: { width: 28, height: 16, padding: 0, overflow: 'visible' },
        switchBase: {
          padding: 2,
          '&.Mui-checked': { transform: 'translateX(12px)', color: 'var(--surface-1)' },
          '&.Mui-checked + .MuiSwitch-track': { background: 'var(--accent)', opacity: 1 },
        },
        thumb: { width: 12, height: 12, boxShadow: 'none', color: 'var(--surface-1)' },
        track: { borderRadius: 8, background: 'var(--border-strong)', opacity: 1 },
      },
    },
  },
});

/** MUI drawn with the tokens; `data-theme` on the root element switches both. */
export const theme = withSerializedStyles(writtenTheme);
