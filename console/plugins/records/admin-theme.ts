import type { Theme } from '@mui/material/styles';
import { Download, Trash2 } from 'lucide-react';
import { createElement } from 'react';
import { type Components, extendTheme, formTheme } from '../../shell/form/form-theme.tsx';
import { phone, text } from '../../shell/theme.ts';
import { FieldNote } from './field-note.tsx';

const icon = (of: typeof Trash2, size = 18) => createElement(of, { size, 'aria-hidden': true });

const components: Components = {
  MuiCheckbox: {
    // react-admin names a row's checkbox on its root; the name belongs to the input.
    defaultProps: {
      slotProps: {
        root: () => ({ 'aria-label': undefined }),
        input: (state: object) =>
          'aria-label' in state && typeof state['aria-label'] === 'string'
            ? { 'aria-label': state['aria-label'] }
            : {},
      },
    } as object,
  },
  MuiFormHelperText: { defaultProps: { component: FieldNote } as object },
  MuiSvgIcon: { styleOverrides: { root: { fontSize: 18 }, fontSizeSmall: { fontSize: 16 } } },
  MuiDialogContentText: { styleOverrides: { root: { color: 'var(--text-muted)', ...text(14, 20) } } },
  MuiTableSortLabel: {
    styleOverrides: {
      root: {
        color: 'var(--text-subtle)',
        '&.Mui-active': { color: 'var(--text)' },
        '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2, borderRadius: 4 },
      },
      icon: { fontSize: 14 },
    },
  },
  MuiTablePagination: {
    styleOverrides: {
      root: { display: 'block', color: 'var(--text-muted)', borderTop: '1px solid var(--border)' },
      toolbar: { minHeight: 44, paddingInline: 16 },
      selectLabel: { margin: 0, ...text(12, 16), color: 'var(--text-subtle)' },
      displayedRows: { margin: 0, ...text(12, 16), color: 'var(--text-subtle)' },
      select: { ...text(12, 16, 500) },
    },
  },
  MuiToolbar: { styleOverrides: { root: { '@media (min-width: 600px)': { minHeight: 44 } } } },
  MuiPaginationItem: {
    styleOverrides: {
      root: { borderRadius: 8, minWidth: 28, height: 28, [phone]: { minWidth: 40, height: 40 } },
    },
  },
  RaDataTable: {
    styleOverrides: {
      root: {
        overflowX: 'auto',
        '& .RaDataTable-headerCell': {
          height: 40,
          padding: '0 16px',
          ...text(12, 16, 500),
          color: 'var(--text-subtle)',
          backgroundColor: 'var(--surface-1)',
          borderBottom: '1px solid var(--border)',
          whiteSpace: 'nowrap',
        },
        // The arrow's room is kept before the words: behind them it would push the name off the edge that its numbers keep.
        '& .rc-num .MuiTableSortLabel-root': { flexDirection: 'row-reverse' },
        '& .MuiTableBody-root .MuiTableCell-root': {
          height: 48,
          padding: '0 16px',
          ...text(13, 18),
          color: 'var(--text)',
          borderBottom: '1px solid var(--border-soft)',
        },
        '& .MuiTableCell-paddingCheckbox, & .MuiTableBody-root .MuiTableCell-paddingCheckbox': {
          padding: '0 0 0 8px',
          width: 48,
        },
        '& .MuiTableBody-root .MuiTableRow-root:last-of-type .MuiTableCell-root': { borderBottom: 0 },
        '& .MuiTableBody-root .MuiTableRow-root:hover': { background: 'var(--surface-2)' },
        '& .MuiTableCell-root.rc-title': { ...text(14, 20, 500) },
        '& .MuiTableCell-root.rc-number': { color: 'var(--text-muted)', width: 56 },
        '& .MuiTableCell-root.rc-num': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
        '& .MuiTableBody-root .MuiTableCell-root:not(.rc-wide)': { whiteSpace: 'nowrap' },
        // A long name takes lines, not the room of all other columns.
        '& .MuiTableBody-root .MuiTableCell-root.rc-title': {
          minWidth: 160,
          maxWidth: 240,
          whiteSpace: 'normal',
          overflowWrap: 'anywhere',
        },
        '& .MuiTableCell-root.rc-wide': {
          maxWidth: 360,
          width: '40%',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          color: 'var(--text-muted)',
        },
        '& .MuiTableCell-root.rc-end': { width: 88, padding: '0 10px 0 0', textAlign: 'right' },
      },
    },
  },
  RaBulkActionsToolbar: {
    styleOverrides: {
      root: {
        '& .RaBulkActionsToolbar-toolbar': {
          backgroundColor: 'var(--accent-soft)',
          color: 'var(--accent-text)',
          minHeight: 40,
          height: 40,
          transform: 'none',
          top: 0,
          paddingLeft: 8,
          borderRadius: '12px 12px 0 0',
          borderBottom: '1px solid var(--border)',
        },
        '& .RaBulkActionsToolbar-toolbar.RaBulkActionsToolbar-collapsed': {
          minHeight: 0,
          height: 0,
          border: 0,
          transform: 'none',
          visibility: 'hidden',
        },
        '& .MuiTypography-root': { ...text(13, 18, 500), color: 'var(--accent-text)' },
        '& .RaBulkActionsToolbar-topToolbar': { padding: 0, background: 'none' },
      },
    },
  },
  RaTopToolbar: { styleOverrides: { root: { padding: 0, minHeight: 0, gap: 4, background: 'none' } } },
  RaFilterForm: {
    styleOverrides: {
      root: {
        // Its own rule for wide screens stands in a media query, and would win over a plain one.
        '&&': {
          flex: 'none',
          minHeight: 0,
          '@media (max-width: 700px)': { flex: '1 1 160px', width: 'auto', marginLeft: 0 },
          // Before one is chosen there is nothing in it, and it would leave the search no room.
          '&:not(:has(.filter-field))': { display: 'none' },
        },
        marginLeft: 'auto',
        minHeight: 0,
        padding: 0,
        alignItems: 'center',
        gap: 8,
        '& .RaFilterFormInput-spacer': { display: 'none' },
        '& .filter-field .MuiFormControl-root': { width: 150, marginTop: 0 },
        '& .filter-field[data-source="q"] .MuiFormControl-root': { width: 260 },
        // Inside a filter its name stands in its place: a bar has no room above.
        '& .MuiInputLabel-root': {
          position: 'absolute',
          zIndex: 1,
          top: 7,
          left: 13,
          maxWidth: 'calc(100% - 44px)',
          color: 'var(--text-subtle)',
          fontWeight: 400,
          margin: 0,
          pointerEvents: 'none',
        },
        '& .MuiFormControl-root:has(.MuiSelect-select:not(:has(.notranslate)) ) .MuiInputLabel-root': {
          clipPath: 'inset(50%)',
        },
        '& .MuiFormHelperText-root': { display: 'none' },
        '& .filter-field[data-source="q"] .MuiInputLabel-root': { clipPath: 'inset(50%)' },
        '@media (max-width: 700px)': {
          '& .filter-field': { flex: '1 1 140px', alignItems: 'center' },
          '& .filter-field[data-source="q"]': { flex: '1 1 100%' },
          '& .filter-field .MuiFormControl-root, & .filter-field[data-source="q"] .MuiFormControl-root': {
            width: '100%',
          },
        },
      },
    },
  },
  RaSimpleList: {
    styleOverrides: {
      root: {
        padding: 0,
        '& .MuiListItem-root + .MuiListItem-root': { borderTop: '1px solid var(--border-soft)' },
        '& .MuiListItem-root': { padding: '10px 16px', minHeight: 64, alignItems: 'flex-start' },
        '& .MuiListItem-root > div': { padding: 0 },
        '& .MuiListItemText-root': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
        '& .MuiListItem-root .MuiListItemSecondaryAction-root': { position: 'static', transform: 'none' },
        '& .MuiListItemText-primary': { ...text(14, 20, 500) },
        '& .MuiListItemText-secondary': { ...text(13, 18), color: 'var(--text-muted)' },
        // Half transparent it is no longer to be read.
        '& .RaSimpleList-tertiary': {
          opacity: 1,
          float: 'right',
          ...text(12, 16),
          color: 'var(--text-muted)',
        },
      },
    },
  },
  RaButton: { defaultProps: { size: 'medium' } },
  RaLabeled: {
    styleOverrides: { root: { '& .RaLabeled-label': { ...text(13, 18, 500), color: 'var(--text)' } } },
  },
  RaDeleteWithConfirmButton: { defaultProps: { icon: icon(Trash2) } },
  RaBulkDeleteWithConfirmButton: { defaultProps: { icon: icon(Trash2, 16) } },
  RaBulkExportButton: { defaultProps: { icon: icon(Download, 16) } },
  RaCreateButton: {
    styleOverrides: {
      root: {
        // On a phone it stands in the bar, not over the last row.
        '&.RaCreateButton-floating': {
          position: 'static',
          width: 40,
          height: 40,
          minHeight: 40,
          borderRadius: 8,
          boxShadow: 'none',
          background: 'var(--accent)',
          color: 'var(--accent-contrast)',
        },
      },
    },
  },
  RaFileInput: {
    styleOverrides: {
      root: {
        '& .RaFileInput-dropZone': {
          padding: 12,
          borderRadius: 8,
          border: '1px dashed var(--border-strong)',
          background: 'var(--surface-1)',
          color: 'var(--text-muted)',
          ...text(13, 18),
        },
        '& .RaFileInput-dropZone p': { margin: 0 },
        // A long name stands beside what takes it out, not below.
        '& .previews > *': { display: 'flex', alignItems: 'center' },
        '& .previews a': { overflowWrap: 'anywhere' },
      },
    },
  },
  RaConfirm: {
    defaultProps: { confirm: 'ra.action.delete', ConfirmIcon: () => null, CancelIcon: () => null },
    styleOverrides: {
      root: {
        '& .MuiDialog-paper': {
          width: 440,
          maxWidth: 'calc(100% - 32px)',
          height: 'auto',
          borderRadius: 16,
          margin: 16,
        },
        '& .MuiButton-root': { height: 40, padding: '0 16px', fontSize: 14 },
        '& .MuiButton-startIcon': { display: 'none' },
        '& .ra-confirm.MuiButton-root': {
          color: 'var(--danger-contrast)',
          background: 'var(--danger-solid)',
          '&:hover': { background: 'var(--danger)' },
        },
      },
    },
  },
};

/** Returns react-admin's parts in our look: beside the form's, because only screens that are opened later need it. */
export const adminTheme = (outer: Theme): Theme => extendTheme(formTheme(outer), components);
