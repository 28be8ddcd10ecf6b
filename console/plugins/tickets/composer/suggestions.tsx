import { Paperclip } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { expandTemplate } from '../../../../domain/ticket/template.ts';
import { useT } from '../../../shell/i18n.ts';
import { labelOf, previewParts } from './quick-replies.ts';
import type { QuickReplies } from './use-quick-replies.ts';
import './suggestions.css';

interface Props {
  readonly replies: QuickReplies;
  readonly contact: string;
  /** Taken with the pointer: the field has the focus again. */
  readonly onTaken: () => void;
}

/** Returns '/pix' and the rest of the label apart. */
function parts(label: string): readonly [string, string] {
  const at = label.indexOf(' – ');
  return at < 0 ? [label, ''] : [label.slice(0, at), label.slice(at + 3)];
}

/** Quick replies above the composer, and how the chosen one will read. */
export function Suggestions({ replies, contact, onTaken }: Props) {
  const t = useT();
  const { id, matches, at, values } = replies;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the arrows choose is kept in sight
  useEffect(
    () => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    [at],
  );
  const chosenMessage = matches[at];
  return (
    <div className="tk-slash grid clip r-lg bg-raised boxed phone-one">
      <div className="narrow">
        <h4 className="p-8-12 caption lh-16 medium subtle" id={`${id}-title`}>
          {t('tickets.quick.title')}
        </h4>
        {matches.length === 0 ? (
          <p className="p-8-12 caption lh-16 medium subtle">{t('tickets.quick.none')}</p>
        ) : null}
        <div
          role="listbox"
          id={`${id}-list`}
          aria-labelledby={`${id}-title`}
          ref={list}
          className="scroll mb-8"
          style={{ maxHeight: 222 }}
        >
          {matches.map((message, index) => {
            const [code, rest] = parts(
              labelOf({ ...message, message: expandTemplate(message.message, values()) }),
            );
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and has the keys
              <div
                key={message.id}
                id={`${id}-${index}`}
                role="option"
                className="pick grid gap-10 small muted r-sm press"
                tabIndex={-1}
                aria-selected={index === at}
                onMouseMove={() => replies.point(index)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  replies.take(message);
                  onTaken();
                }}
              >
                <b className="trunc ink">{code}</b>
                <span className="trunc">{rest}</span>
                {message.isMedia ? <Paperclip size={14} aria-label={message.mediaName ?? ''} /> : null}
              </div>
            );
          })}
        </div>
      </div>
      {chosenMessage === undefined ? null : (
        <aside className="p-8-12 small lh-18 scroll bg-2 wide-only">
          <small className="block mb-8 subtle">{t('tickets.quick.preview', { name: contact })}</small>
          <p className="anywhere pre">
            {previewParts(chosenMessage.message, values()).map((part, index) =>
              part.variable ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in its order
                <span key={index} className="medium t-accent bg-soft r-xs" style={{ padding: '0 1px' }}>
                  {part.text}
                </span>
              ) : (
                part.text
              ),
            )}
          </p>
          {chosenMessage.isMedia ? (
            <p className="row gap-6 mt-8 muted anywhere">
              <Paperclip size={14} aria-hidden="true" />
              {chosenMessage.mediaName}
            </p>
          ) : null}
        </aside>
      )}
      <div className="wide-only p-8-12 flex gap-16 caption subtle whole line-t" aria-hidden="true">
        <span className="row gap-4">
          <kbd>↑</kbd>
          <kbd>↓</kbd>
          {t('tickets.quick.choose')}
        </span>
        <span className="row gap-4">
          <kbd>Enter</kbd>
          {t('tickets.quick.insert')}
        </span>
        <span className="row gap-4">
          <kbd>Esc</kbd>
          {t('tickets.quick.close')}
        </span>
      </div>
    </div>
  );
}
