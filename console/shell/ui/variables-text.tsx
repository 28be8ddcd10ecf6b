import { useRef } from 'react';
import { useT } from '../i18n.ts';
import { EmojiButton } from './emoji-button.tsx';

const variables = ['firstName', 'name', 'greeting', 'protocol', 'date', 'hour', 'agent'] as const;

interface Props {
  readonly id: string;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly rows: number;
  readonly variables: boolean;
  readonly maxLength?: number;
  readonly onChange: (value: string) => void;
}

/** A text of several lines; message variables are inserted where the caret stands. */
export const VariablesText = ({ id, value, error, onChange, rows, variables: offered, maxLength }: Props) => {
  const t = useT();
  const box = useRef<HTMLTextAreaElement>(null);
  const text = String(value ?? '');
  const insert = (added: string) => {
    const start = box.current?.selectionStart ?? text.length;
    const end = box.current?.selectionEnd ?? start;
    onChange(text.slice(0, start) + added + text.slice(end));
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(start + added.length, start + added.length);
    });
  };
  return (
    <>
      <textarea
        ref={box}
        id={id}
        className={error === undefined ? 'in-t' : 'in-t err'}
        rows={rows}
        maxLength={maxLength}
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {offered ? (
        <p className="row insert-row">
          <EmojiButton small onPick={insert} onClose={() => box.current?.focus()} />
          <span className="subtle">{t('shell.variables.insert')}</span>
          {variables.map((name) => (
            <button key={name} type="button" className="chip" onClick={() => insert(`{{${name}}}`)}>
              {t(`shell.variable.${name}`)}
            </button>
          ))}
        </p>
      ) : null}
    </>
  );
};
