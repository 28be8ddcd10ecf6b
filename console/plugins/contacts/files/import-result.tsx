import Button from '@mui/material/Button';
import { Download } from 'lucide-react';
import type { ImportView } from '../../../../contract/contact-import.ts';
import { useT } from '../../../shell/i18n.ts';
import { notifyError } from '../../../shell/notify.ts';
import { saveFile } from '../../../shell/save-file.ts';
import { getImportErrors } from '../data/calls.ts';
import { ImportBar, rowsSeen } from './import-bar.tsx';
import { ImportErrors } from './import-errors.tsx';
import { useNumber } from './use-number.ts';

const counts = ['created', 'existing', 'refused'] as const;

/** How far an import is, and what became of its rows. `progress` is undefined until the first answer. */
export const ImportResult = ({ progress }: { readonly progress: ImportView | undefined }) => {
  const t = useT();
  const number = useNumber();
  const { status = 'running', total = 0, refused = 0 } = progress ?? {};
  const text = status === 'done' && total === 0 ? 'nothing' : status;
  const download = async (id: string) => {
    try {
      saveFile(await getImportErrors(id), `${t('contacts.import.errors.file')}.csv`);
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <>
      <ImportBar progress={progress} label={t('contacts.import.title')} />
      <p role="status">
        {t(`contacts.import.${text}`, {
          seen: number(progress === undefined ? 0 : rowsSeen(progress)),
          total: number(total),
        })}
      </p>
      <dl className="ct-result grid three gap-12">
        {counts.map((kind) => (
          <div className="boxed p-16 r-md" key={kind}>
            <dt className="caption muted">{t(`contacts.import.${kind}`)}</dt>
            <dd className="semibold num h1">{number(progress?.[kind] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      <ImportErrors errors={progress?.errors ?? []} refused={refused} />
      {progress === undefined || refused === 0 ? null : (
        <Button
          variant="outlined"
          size="small"
          className="self-start"
          onClick={() => void download(progress.id)}
        >
          <Download size={16} aria-hidden="true" />
          {t('contacts.import.errors.download')}
        </Button>
      )}
    </>
  );
};
