/** A phone on the screen on which an admin tries the bot out, by the draft as it stands: nothing said there is kept. */

import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { FileText, FlaskConical, RotateCcw, SendHorizontal } from 'lucide-react';
import { Fragment, useLayoutEffect, useRef, useState } from 'react';
import type { TriedStep } from '../../../domain/bot/dry-run.ts';
import type { Said } from '../../../domain/bot/turn.ts';
import { useT } from '../i18n.ts';
import { useSession } from '../session.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { type Talk, type TriedFile, type TriedWhen, useBotSettings, whens } from './talk.ts';
import '../ui/phone.css';
import './dry-run.css';

/** *bold* as messaging apps write it. */
const Text = ({ text }: { readonly text: string }) =>
  text.split(/\*([^*\n]+)\*/u).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move
    index % 2 === 1 ? <b key={index}>{part}</b> : <Fragment key={index}>{part}</Fragment>,
  );

const File = ({ file }: { readonly file: TriedFile }) => {
  const [kind] = file.mime.split('/');
  if (kind === 'image') return <img className="ph-pic" src={file.url} alt={file.name} />;
  if (kind === 'video')
    // biome-ignore lint/a11y/useMediaCaption: files of companies have no captions
    return <video className="ph-pic" src={file.url} controls aria-label={file.name} />;
  if (kind === 'audio')
    // biome-ignore lint/a11y/useMediaCaption: voice messages have no captions
    return <audio className="ph-audio block max-full" src={file.url} controls aria-label={file.name} />;
  return (
    <span className="row narrow">
      <FileText size={18} aria-hidden="true" />
      <span className="trunc">{file.name}</span>
    </span>
  );
};

const Bubble = ({ said, isHot }: { readonly said: Said; readonly isHot: boolean }) => (
  <div className={isHot ? 'flex dr-hot' : 'flex'}>
    <div className="ph-b anywhere">
      {said.file ? <File file={said.file as TriedFile} /> : null}
      <Text text={said.body} />
    </div>
  </div>
);

const noteOf = ({ next, say }: TriedStep): string | undefined => {
  if (next?.is === 'over') return `dryRun.over.${next.reason}`;
  if (next?.is === 'closed') return 'dryRun.closed';
  if (next?.is === 'assistant') return 'dryRun.assistant';
  return say.length === 0 ? 'dryRun.noAnswer' : undefined;
};

interface Props {
  readonly talk: Talk;
  /** What is being edited: what the bot says of it stands out. */
  readonly selectedId?: string | undefined;
}

const Chat = ({ talk: { talk }, selectedId }: Props) => {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const length = JSON.stringify(talk.steps).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something was said, or is said otherwise
  useLayoutEffect(() => {
    list.current?.scrollTo(0, list.current.scrollHeight);
  }, [length]);
  const [first] = talk.steps;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <div className="ph-chat col gap-4 fill" ref={list} role="log" aria-label={t('dryRun.log')} tabIndex={0}>
      {first?.next === undefined && talk.steps.length === 1 ? (
        <div className="dr-note caption lh-16 muted centered self-center r-md bg-3">{t('dryRun.silent')}</div>
      ) : null}
      {talk.steps.map((step, index) => {
        const note = index === 0 && step.next === undefined ? undefined : noteOf(step);
        const isHot = selectedId !== undefined && step.choice?.optionId === selectedId;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps only follow each other
          <Fragment key={index}>
            {index === 0 ? null : (
              <div className="flex ph-own end">
                <div className="ph-b anywhere">{step.heard}</div>
              </div>
            )}
            {step.say.map((said, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Bubble key={at} said={said} isHot={isHot} />
            ))}
            {note === undefined ? null : (
              <div className="dr-note caption lh-16 muted centered self-center r-md bg-3">{t(note)}</div>
            )}
          </Fragment>
        );
      })}
    </div>
  );
};

/** Enter sends, and nothing of it reaches the form that it stands beside. */
const Writer = ({ talk: { write } }: Props) => {
  const t = useT();
  const [body, setBody] = useState('');
  const send = () => {
    if (body.trim() === '') return;
    write(body.trim());
    setBody('');
  };
  return (
    <div className="ph-writer row gap-6 fixed line-t bg-1 p-8">
      <button
        type="button"
        className="dr-key ph-key middle semibold"
        aria-label={t('dryRun.zero')}
        onClick={() => write('0')}
      >
        0
      </button>
      <button
        type="button"
        className="dr-key ph-key middle semibold"
        aria-label={t('dryRun.back')}
        onClick={() => write('#')}
      >
        #
      </button>
      <input
        value={body}
        placeholder={t('dryRun.hint')}
        aria-label={t('dryRun.hint')}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          send();
        }}
      />
      <button type="button" className="ph-key ph-send middle" aria-label={t('dryRun.send')} onClick={send}>
        <SendHorizontal size={18} aria-hidden="true" />
      </button>
    </div>
  );
};

const Time = ({ talk: { when, setWhen } }: Props) => {
  const t = useT();
  if (useBotSettings().scheduleType === 'disabled') return null;
  return (
    <Select
      size="small"
      className="dr-when"
      value={when}
      onChange={(event) => setWhen(event.target.value as TriedWhen)}
      inputProps={{ 'aria-label': t('dryRun.when') }}
    >
      {whens.map((one) => (
        <MenuItem key={one} value={one}>
          {t(`dryRun.when.${one}`)}
        </MenuItem>
      ))}
    </Select>
  );
};

/** A phone on which an admin talks to the bot of what is on the screen, before anybody else does. */
export const DryRunPhone = (props: Props) => {
  const t = useT();
  const { company } = useSession().user;
  return (
    <>
      <div className="dr-top row h-40 mb-8">
        <h2>{t('dryRun.title')}</h2>
        <span className="tag c-warn">{t('dryRun.draft')}</span>
        <span className="grow" />
        <button
          type="button"
          className="dr-again pick inline gap-6 small medium muted r-md"
          onClick={props.talk.again}
        >
          <RotateCcw size={16} aria-hidden="true" />
          {t('dryRun.again')}
        </button>
      </div>
      <div className="ph col fill at">
        <div className="ph-screen col fill clip bg-page">
          <div className="ph-bar row gap-10 fixed line-b bg-1">
            <Avatar id={company.id} name={company.name} size={32} />
            <span className="col grow small lh-18">
              <b className="trunc">{company.name}</b>
              <small className="lh-16 subtle">{t('dryRun.who')}</small>
            </span>
            <Time {...props} />
          </div>
          <Chat {...props} />
          <Writer {...props} />
        </div>
      </div>
      <p className="dr-foot row gap-6 caption subtle center-x">
        <FlaskConical size={14} aria-hidden="true" />
        {t('dryRun.foot')}
      </p>
    </>
  );
};
