import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { CircleAlert, CircleCheck, Copy, Paperclip, Send } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { LabelledField } from '../../shell/form/fields.tsx';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { type Answer, type Trial, tryOut } from './data.ts';
import { type Language, languages, snippetOf } from './snippets.ts';

const isNumber = (text: string): boolean => /^\d{8,15}$/.test(text);
type Wrong = Partial<Record<'token' | 'number' | 'body' | 'file', 'external.required' | 'external.digits'>>;

function wrongIn({ token, number, body, file }: Trial, isMedia: boolean): Wrong {
  return {
    ...(token.trim() === '' && { token: 'external.required' }),
    ...(!isNumber(number) && { number: number === '' ? 'external.required' : 'external.digits' }),
    ...(!isMedia && body.trim() === '' && { body: 'external.required' }),
    ...(isMedia && !file && { file: 'external.required' }),
  };
}

interface FileProps {
  readonly file: File | undefined;
  readonly wrong: string | undefined;
  readonly onChoice: (file: File | undefined) => void;
}

function FileChoice({ file, wrong, onChoice }: FileProps) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button
        variant="outlined"
        startIcon={<Paperclip size={16} aria-hidden="true" />}
        onClick={() => picker.current?.click()}
      >
        {file?.name ?? t('external.file')}
      </Button>
      <input
        ref={picker}
        type="file"
        className="vh"
        tabIndex={-1}
        aria-label={t('external.file')}
        onChange={({ target }) => onChoice(target.files?.[0])}
      />
      {wrong === undefined ? null : (
        <p className="small t-danger mt-4" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

/** The code of the call that the form would make. */
function Code({ trial, isMedia }: { readonly trial: Trial; readonly isMedia: boolean }) {
  const t = useT();
  const [language, setLanguage] = useState<Language>('curl');
  const { number, body, key, file } = trial;
  const code = snippetOf(language, {
    url: `${location.origin}/api/messages/send`,
    number: number || '5511955500142',
    body,
    key,
    file: isMedia ? (file?.name ?? 'arquivo.pdf') : undefined,
  });
  const copy = () =>
    navigator.clipboard.writeText(code).then(() => notify.success('external.copied'), notifyError);
  return (
    <div className="card xa-code">
      <header className="row gap-12 between line-b p-8-16">
        <Tabs value={language} aria-label={t('external.code')} onChange={(_event, one) => setLanguage(one)}>
          {languages.map((one) => (
            <Tab key={one} value={one} label={one} />
          ))}
        </Tabs>
        <Button startIcon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
          {t('external.copy')}
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className="lh-20 p-16 scrolls" tabIndex={0}>
        {code}
      </pre>
    </div>
  );
}

/** What the server answered. */
function AnswerCard({ answer }: { readonly answer: Answer }) {
  const t = useT();
  const { status, ms, body, left, of } = answer;
  const isGood = status < 300;
  const { ticketId } = (typeof body === 'object' && body !== null ? body : {}) as { ticketId?: string };
  const card = useRef<HTMLDivElement>(null);
  // On a phone it stands below form and code, out of sight of who just pressed 'send'.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useEffect(() => card.current?.scrollIntoView({ block: 'nearest' }), [answer]);
  return (
    <div className="card xa-code" role="status" ref={card}>
      <header className="row gap-12 between line-b p-8-16">
        <strong className={`row ${isGood ? 't-success' : 't-danger'}`}>
          {isGood ? (
            <CircleCheck size={16} aria-hidden="true" />
          ) : (
            <CircleAlert size={16} aria-hidden="true" />
          )}
          {status} {t(isGood ? 'external.accepted' : 'external.refused')}
        </strong>
        <span className="muted grow">{t('external.ms', { ms })}</span>
        {ticketId === undefined ? null : (
          <Button component={Link} to={`/tickets/${ticketId}`}>
            {t('external.open')}
          </Button>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className="lh-20 p-16 scrolls" tabIndex={0}>
        {typeof body === 'string' ? body : JSON.stringify(body, null, 2)}
      </pre>
      {left === null ? null : (
        <footer className="row gap-12 between muted p-8-16">
          {t('external.left', { left, of: of ?? '' })}
        </footer>
      )}
    </div>
  );
}

const calls = [
  ['POST', '/api/messages/send', 'external.call.send'],
  ['GET', '/api/messages/send/{id}', 'external.call.status'],
  ['GET', '/api/events?after=0', 'external.call.events'],
] as const;

/** The calls that a token is good for. */
function Calls() {
  const t = useT();
  return (
    <div className="card grid gap-16 p-16">
      <h2 className="body">{t('external.calls')}</h2>
      <ul className="parted">
        {calls.map(([method, path, text]) => (
          <li className="row wrap py-8" key={path}>
            <b className="mono">{method}</b>
            <code className="mono grow">{path}</code>
            <span className="muted phone-line">{t(text)}</span>
          </li>
        ))}
      </ul>
      <p>
        <a className="t-accent" href="/api/docs" target="_blank" rel="noreferrer">
          OpenAPI
        </a>
      </p>
    </div>
  );
}

interface FieldsProps {
  readonly trial: Trial;
  readonly wrong: Wrong;
  readonly isMedia: boolean;
  readonly onChange: (change: Partial<Trial>) => void;
}

function Fields({ trial, wrong, isMedia, onChange: set }: FieldsProps) {
  const t = useT();
  const errorOf = (name: keyof Wrong) => (wrong[name] === undefined ? undefined : t(wrong[name]));
  return (
    <>
      <LabelledField
        label={t('external.token')}
        value={trial.token}
        wrong={errorOf('token')}
        hint={t('external.token.hint')}
        onChange={({ target }) => set({ token: target.value })}
      />
      <LabelledField
        label={t('external.number')}
        value={trial.number}
        wrong={errorOf('number')}
        hint={t('external.number.hint')}
        htmlInput={{ inputMode: 'numeric' }}
        onChange={({ target }) => set({ number: target.value })}
      />
      <LabelledField
        label={t('external.body')}
        multiline
        minRows={3}
        value={trial.body}
        wrong={errorOf('body')}
        optional={isMedia}
        onChange={({ target }) => set({ body: target.value })}
      />
      {isMedia ? (
        <FileChoice file={trial.file} wrong={errorOf('file')} onChoice={(file) => set({ file })} />
      ) : null}
      <LabelledField
        label={t('external.key')}
        optional
        value={trial.key}
        hint={t('external.key.hint')}
        onChange={({ target }) => set({ key: target.value })}
      />
    </>
  );
}

/** A message that really goes out, by a token; and the code that sends it. */
export function SendTab() {
  const t = useT();
  const [isMedia, setMedia] = useState(false);
  const [trial, setTrial] = useState<Trial>({ token: '', number: '', body: '', key: '', file: undefined });
  const [wrong, setWrong] = useState<Wrong>({});
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const set = (change: Partial<Trial>) => {
    setTrial({ ...trial, ...change });
    setWrong({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = wrongIn(trial, isMedia);
    setWrong(found);
    if (isBusy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const sent = await tryOut({
        ...trial,
        token: trial.token.trim(),
        file: isMedia ? trial.file : undefined,
      });
      setAnswer(sent);
      if (sent.status < 300) notify.success('external.sent');
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="xa-send grid gap-16 one top">
      <div className="grid gap-16 one">
        <FormTheme>
          <form className="card grid gap-16 p-16" onSubmit={(event) => void submit(event)} noValidate>
            <header className="row gap-12">
              <h2 className="grow body">{t('external.try')}</h2>
              <ToggleButtonGroup
                exclusive
                size="small"
                value={isMedia}
                aria-label={t('external.kind')}
                onChange={(_event, chosen: boolean | null) => {
                  if (chosen !== null) setMedia(chosen);
                }}
              >
                <ToggleButton value={false}>{t('external.text')}</ToggleButton>
                <ToggleButton value={true}>{t('external.media')}</ToggleButton>
              </ToggleButtonGroup>
            </header>
            <Fields trial={trial} wrong={wrong} isMedia={isMedia} onChange={set} />
            <footer className="row gap-12 end">
              <Button type="submit" variant="contained" aria-disabled={isBusy} aria-busy={isBusy}>
                <Send size={16} aria-hidden="true" />
                {t('external.send')}
              </Button>
            </footer>
          </form>
        </FormTheme>
        <Calls />
      </div>
      <div className="grid gap-16 one">
        <Code trial={trial} isMedia={isMedia} />
        {answer === undefined ? null : <AnswerCard answer={answer} />}
      </div>
    </div>
  );
}
