import { useRef } from 'react';
import { useT } from '../../shell/i18n.ts';
import type { InputProps } from './field-input.tsx';

const variables = ['firstName', 'greeting', 'protocol', 'date', 'hour'] as const;

/** A text of several lines; message variables are inserted where the caret stands. */
export const VariablesText = ({
  id,
  value,
  error,
  onChange,
  rows,
  variables: offered,
}: InputProps & { readonly rows: number; readonly variables: boolean }) => {
  const t = useT();
  const box = useRef<HTMLTextAreaElement>(null);
  const text = String(value ?? '');
  const insert = (name: string) => {
    const start = box.current?.selectionStart ?? text.length;
    const end = box.current?.selectionEnd ?? start;
    const added = `{{${name}}}`;
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
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {offered ? (
        <p className="row rc-insert">
          <span className="subtle">{t('records.insert')}</span>
          {variables.map((name) => (
            <button key={name} type="button" className="chip" onClick={() => insert(name)}>
              {t(`records.variable.${name}`)}
            </button>
          ))}
        </p>
      ) : null}
    </>
  );
};
