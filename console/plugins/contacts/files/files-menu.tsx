import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { ArrowDownUp, ChevronDown, Download, FileUp, Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { saveFile } from '../../../shell/save-file.ts';
import { useSession } from '../../../shell/session.tsx';
import { usePopup } from '../../../shell/ui/use-popup.ts';
import { exportContacts } from '../data/calls.ts';
import type { ContactFilter } from '../model/contact-filter.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((m) => ({ default: m.ImportDialog })));

/** Into a spreadsheet and out of one, for those who may. The export is of what the list shows. */
export const FilesMenu = ({ filter }: { readonly filter: ContactFilter }) => {
  const t = useT();
  const { can } = useSession();
  const { close, button, popup } = usePopup('menu');
  const [importing, setImporting] = useState<'file' | 'phone'>();
  const mayImport = can('contacts-page:import');
  const mayExport = can('contacts-page:export');
  if (!mayImport && !mayExport) return null;
  const download = async () => {
    close();
    try {
      saveFile(await exportContacts(filter), `${t('contacts.export.file')}.csv`);
      notify.success('contacts.export.done');
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <>
      <Button variant="outlined" className="terse" {...button}>
        <ArrowDownUp size={16} aria-hidden="true" />
        <span>{t('contacts.files')}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <Menu {...popup}>
        {mayImport ? (
          <MenuItem
            onClick={() => {
              close();
              setImporting('file');
            }}
          >
            <FileUp size={16} aria-hidden="true" className="muted" />
            {t('contacts.import.menu')}
          </MenuItem>
        ) : null}
        {mayImport ? (
          <MenuItem
            onClick={() => {
              close();
              setImporting('phone');
            }}
          >
            <Smartphone size={16} aria-hidden="true" className="muted" />
            {t('contacts.import.phone.menu')}
          </MenuItem>
        ) : null}
        {mayExport ? (
          <MenuItem onClick={() => void download()}>
            <Download size={16} aria-hidden="true" className="muted" />
            {t('contacts.export.menu')}
          </MenuItem>
        ) : null}
      </Menu>
      {importing === undefined ? null : (
        <Suspense fallback={null}>
          <ImportDialog from={importing} onClose={() => setImporting(undefined)} />
        </Suspense>
      )}
    </>
  );
};
