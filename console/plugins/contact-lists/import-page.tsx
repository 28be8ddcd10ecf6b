import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Download, FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ListImport } from '../../../contract/contact-list.ts';
import { ApiError } from '../../shell/api.ts';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { translate, useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { GoneState, isGone } from '../../shell/ui/gone-state.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { ErrorState } from '../../shell/ui/states.tsx';
import './contact-lists.css';
import { type Chosen, importFile, key, listQuery, previewFile, saveExample } from './data.ts';
import './import.css';
import { Columns, isAimed, Refused, Summary } from './import-parts.tsx';
import { Running } from './import-running.tsx';

const steps = ['file', 'check', 'put'] as const;

/** Where one stands: a file, what is in it, and what becomes of it. */
function Steps({ at }: { readonly at: (typeof steps)[number] }) {
  const t = useT();
  return (
    <ol className="steps flex gap-16 small muted">
      {steps.map((step, index) => (
        <li className="row gap-6" key={step} aria-current={step === at ? 'step' : undefined}>
          <i className="middle num round">{index + 1}</i>
          {t(`lists.import.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

interface ChooseProps {
  readonly isBusy: boolean;
  readonly onPick: () => void;
}
function Choose({ isBusy, onPick }: ChooseProps) {
  const t = useT();
  return (
    <div className="card middle gap-12 p-24 centered">
      <FileSpreadsheet className="muted" size={32} aria-hidden="true" />
      <p className="muted" role={isBusy ? 'status' : undefined}>
        {t(isBusy ? 'lists.import.reading' : 'lists.import.help')}
      </p>
      <div className="row wrap center-x">
        <Button variant="contained" disabled={isBusy} onClick={onPick}>
          {t('lists.import.choose')}
        </Button>
        <Button
          startIcon={<Download size={16} aria-hidden="true" />}
          onClick={() => void saveExample().catch(notifyError)}
        >
          {t('lists.example')}
        </Button>
      </div>
    </div>
  );
}

/** Says why a file was not taken: that a field is wrong says nothing where there is none. */
function sayRefused(failure: unknown): void {
  const code = failure instanceof ApiError ? failure.errors?.file : undefined;
  if (code === undefined) notifyError(failure);
  else notify.error(`fields.${code}`, { values: { _: translate('fields.unreadable') } });
}

/** A file that is looked at, and what was chosen of it. */
interface Seen {
  readonly file: File;
  readonly report: ListImport;
  readonly chosen: Chosen;
}

/** /contact-lists/:listId/import: a spreadsheet, its columns, what is wrong in it, and how far it is. */
export function ImportPage() {
  const t = useT();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { listId = '' } = useParams();
  const picker = useRef<HTMLInputElement>(null);
  const [seen, setSeen] = useState<Seen>();
  const [isBusy, setBusy] = useState(false);
  const [begun, setBegun] = useState<{ readonly from: number; readonly report?: ListImport }>();
  // Sent again after the network was away, it is the same file.
  const [once, setOnce] = useState(() => crypto.randomUUID());
  const { data: list, error, refetch } = useQuery(listQuery(listId));
  const back = () => void navigate(`/contact-lists/${encodeURIComponent(listId)}/contacts`);

  const look = async (file: File, chosen?: Chosen) => {
    // Without a column of numbers nothing can go in; asked without any column the server would guess them again.
    if (seen && chosen && !isAimed(chosen)) return setSeen({ ...seen, chosen });
    setBusy(true);
    try {
      const report = await previewFile(listId, file, chosen);
      setSeen({ file, report, chosen: chosen ?? report.columns.map(({ field }) => field) });
      setOnce(crypto.randomUUID());
    } catch (failure) {
      sayRefused(failure);
    } finally {
      setBusy(false);
    }
  };
  const putFile = async ({ file, chosen }: Seen) => {
    const from = list?.contactsCount ?? 0;
    setBegun({ from });
    try {
      const report = await importFile(listId, file, chosen, once);
      await cache.invalidateQueries({ queryKey: key });
      setBegun({ from, report });
    } catch (failure) {
      setBegun(undefined);
      sayRefused(failure);
    }
  };
  const pick = () => picker.current?.click();
  const title = t('lists.import.into', { name: list?.name ?? '' });
  usePageTitle(title);
  if (isGone(error)) return <GoneState error={error} to="/contact-lists" back={t('lists.back')} />;
  return (
    <section className="page scroll">
      <header className="page-head row fixed cl-head">
        <IconButton icon={ArrowLeft} label={t('lists.import.back')} onClick={back} />
        <h1 className="trunc own">{title}</h1>
        <span className="grow" />
        <Steps at={begun ? 'put' : seen ? 'check' : 'file'} />
      </header>
      <input
        ref={picker}
        type="file"
        className="vh"
        tabIndex={-1}
        accept=".xls,.xlsx,.csv"
        aria-label={t('lists.import.file')}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          target.value = '';
          if (chosen) void look(chosen);
        }}
      />
      {error && !list ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {list && !seen ? <Choose isBusy={isBusy} onPick={pick} /> : null}
      {list && seen && !begun ? (
        <FormTheme>
          <div className="split">
            <div className="grid gap-16 narrow">
              <Columns
                {...seen}
                isBusy={isBusy}
                onPick={pick}
                onChoose={(next) => void look(seen.file, next)}
              />
              {isAimed(seen.chosen) ? <Refused report={seen.report} /> : null}
            </div>
            <Summary {...seen} isBusy={isBusy} onCancel={back} onPut={() => void putFile(seen)} />
          </div>
        </FormTheme>
      ) : null}
      {list && seen && begun ? <Running list={list} expected={seen.report} {...begun} onDone={back} /> : null}
    </section>
  );
}
