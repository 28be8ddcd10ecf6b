/** Contacts from files and into files: the page's menu for both, and an import from a chosen file to what came of it. */

import { FileSpreadsheet } from 'lucide-react';
import { useId, useState } from 'react';
import { useT } from '../../../shell/i18n.ts';

interface Props {
  readonly file: File | undefined;
  /** Why it was refused. */
  readonly wrong: string | undefined;
  readonly busy: boolean;
  readonly onChoose: (file: File) => void;
}

/** A file by its dialog, or dropped here. */
export const FilePicker = ({ file, wrong, busy, onChoose }: Props) => {
  const t = useT();
  const id = useId();
  const [over, setOver] = useState(false);
  return (
    <>
      <label
        htmlFor={id}
        className={
          over
            ? 'ct-drop middle gap-4 centered over p-24 r-lg press'
            : 'ct-drop middle gap-4 centered p-24 r-lg press'
        }
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [dropped] = event.dataTransfer.files;
          if (dropped !== undefined) onChoose(dropped);
        }}
      >
        <FileSpreadsheet className="subtle" size={28} aria-hidden="true" />
        <b className="anywhere">
          {busy ? t('contacts.import.reading') : (file?.name ?? t('contacts.import.choose'))}
        </b>
        <small className="muted">{t('contacts.import.hint')}</small>
        <input
          id={id}
          type="file"
          className="vh"
          accept=".xlsx,.xls,.csv"
          aria-invalid={wrong === undefined ? undefined : true}
          aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            // The same file may be chosen again once it was corrected.
            event.target.value = '';
            if (chosen !== undefined) onChoose(chosen);
          }}
        />
      </label>
      {wrong === undefined ? null : (
        <p id={`${id}-wrong`} className="small t-danger" role="alert">
          {wrong}
        </p>
      )}
    </>
  );
};
