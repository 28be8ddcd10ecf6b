import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { CircleAlert, CircleCheck, Copy, Paperclip, Send } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormProvider, useController } from 'react-hook-form';
import { Link } from 'react-router';
import { z } from 'zod';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { TextInput, useCodeText } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useWrongFocus } from '../../shell/form/wrong-focus.ts';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { type Answer, type Trial, tryOut } from './data.ts';
import { type Language, languages, snippetOf } from './snippets.ts';

/** What a header takes, seen. */
const inHeader = /^[\x21-\x7e]+( +[\x21-\x7e]+)*$/;
const base = {
  token: z.string().trim().min(1).regex(inHeader),
  number: z
    .string()
    .min(1)
    .regex(/^\d{8,15}$/, 'apiNumber'),
  key: z.union([z.literal(''), z.string().trim().max(200).regex(inHeader)]),
};
const schema = z.discriminatedUnion('isMedia', [
  z.object({
    ...base,
    isMedia: z.literal(false),
    body: z.string().refine((text) => text.trim() !== '', 'required'),
    file: z.custom<File | undefined>(),
  }),
  z.object({ ...base, isMedia: z.literal(true), body: z.string(), file: z.instanceof(File) }),
]);
/** What is typed; a file may be yet to be chosen. */
type Typed = Trial & { readonly isMedia: boolean };
const usual: Typed = { isMedia: false, token: '', number: '', body: '', key: '', file: undefined };

function FileInput() {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  const { field, fieldState } = useController<Typed, 'file'>({ name: 'file' });
  const wrong = useCodeText()(fieldState.error?.message);
  return (
    <div>
      <Button
        ref={field.ref}
        variant="outlined"
        startIcon={<Paperclip size={16} aria-hidden="true" />}
        onClick={() => picker.current?.click()}
      >
        {field.value?.name ?? t('external.file')}
      </Button>
      <input
        ref={picker}
        type="file"
        className="vh"
        tabIndex={-1}
        aria-label={t('external.file')}
        onChange={({ target }) => field.onChange(target.files?.[0])}
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
function Code({ typed }: { readonly typed: Typed }) {
  const t = useT();
  const [language, setLanguage] = useState<Language>('curl');
  const { isMedia, number, body, key, file } = typed;
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

function Fields({ isMedia }: { readonly isMedia: boolean }) {
  const t = useT();
  return (
    <>
      <TextInput<Typed> name="token" label={t('external.token')} hint={t('external.token.hint')} />
      <TextInput<Typed>
        name="number"
        label={t('external.number')}
        hint={t('external.number.hint')}
        htmlInput={{ inputMode: 'numeric' }}
      />
      <TextInput<Typed> name="body" label={t('external.body')} multiline minRows={3} optional={isMedia} />
      {isMedia ? <FileInput /> : null}
      <TextInput<Typed> name="key" label={t('external.key')} optional hint={t('external.key.hint')} />
    </>
  );
}

/** A message that really goes out, by a token; and the code that sends it. */
export function SendTab() {
  const t = useT();
  const [answer, setAnswer] = useState<Answer>();
  const { form, busy, onSubmit } = useSaveForm<Typed, Typed>({
    schema,
    values: usual,
    save: async ({ file, ...trial }) => {
      const sent = await tryOut({ ...trial, file: trial.isMedia ? file : undefined });
      setAnswer(sent);
      if (sent.status < 300) notify.success('external.sent');
    },
  });
  const { element, tried } = useWrongFocus(busy);
  const typed = form.watch();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    tried();
    void onSubmit();
  };
  return (
    <div className="xa-send grid gap-16 one top">
      <div className="grid gap-16 one">
        <FormTheme>
          <FormProvider {...form}>
            <form ref={element} className="card grid gap-16 p-16" onSubmit={submit} noValidate>
              <header className="row gap-12">
                <h2 className="grow body">{t('external.try')}</h2>
                <ToggleButtonGroup
                  exclusive
                  size="small"
                  value={typed.isMedia}
                  aria-label={t('external.kind')}
                  onChange={(_event, chosen: boolean | null) => {
                    if (chosen === null) return;
                    form.setValue('isMedia', chosen);
                    form.clearErrors();
                  }}
                >
                  <ToggleButton value={false}>{t('external.text')}</ToggleButton>
                  <ToggleButton value={true}>{t('external.media')}</ToggleButton>
                </ToggleButtonGroup>
              </header>
              <Fields isMedia={typed.isMedia} />
              <footer className="row gap-12 end">
                <Button type="submit" variant="contained" aria-disabled={busy} aria-busy={busy}>
                  <Send size={16} aria-hidden="true" />
                  {t('external.send')}
                </Button>
              </footer>
            </form>
          </FormProvider>
        </FormTheme>
        <Calls />
      </div>
      <div className="grid gap-16 one">
        <Code typed={typed} />
        {answer === undefined ? null : <AnswerCard answer={answer} />}
      </div>
    </div>
  );
}
