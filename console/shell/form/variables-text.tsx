import Chip from '@mui/material/Chip';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../i18n.ts';
import { EmojiButton } from '../ui/emoji-button.tsx';
import { LabelledField } from './fields.tsx';
import './variables-text.css';

const variables = ['firstName', 'name', 'greeting', 'protocol', 'date', 'hour', 'agent'] as const;

interface Props {
  readonly label: ReactNode;
  /** What is said beside the label: 'optional', or when it is not. */
  readonly note?: string;
  readonly value: unknown;
  readonly wrong: ReactNode;
  readonly rows: number;
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  readonly onChange: (value: string) => void;
  /** Those offered, one without a name of ours by its key; default: all of ours. */
  readonly names?: readonly string[];
  /** Nothing is offered: it is looked at. */
  readonly readOnly?: boolean;
}

/** A text of several lines; emoji and message variables are inserted where the caret stands. */
export function VariablesText({
  value,
  onChange,
  rows,
  maxLength,
  names = variables,
  readOnly,
  ...shown
}: Props) {
  const t = useT();
  const box = useRef<HTMLTextAreaElement>(null);
  const text = String(value ?? '');
  const { autoFocus } = shown;
  // Who begins with a text goes on behind it: a browser puts the caret before it.
  useEffect(() => {
    const end = box.current?.value.length ?? 0;
    if (autoFocus) box.current?.setSelectionRange(end, end);
  }, [autoFocus]);
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
    <div>
      <LabelledField
        {...shown}
        multiline
        minRows={rows}
        inputRef={box}
        value={text}
        htmlInput={{ maxLength }}
        onChange={(event) => onChange(event.target.value)}
      />
      {readOnly ? null : (
        <p className="row insert-row wrap caption mt-4">
          <EmojiButton small onPick={insert} onClose={() => box.current?.focus()} />
          <span className="subtle">{t('shell.variables.insert')}</span>
          {names.map((name) => (
            <Chip
              key={name}
              component="button"
              type="button"
              variant="outlined"
              label={t(`shell.variable.${name}`, { _: name })}
              onClick={() => insert(`{{${name}}}`)}
            />
          ))}
        </p>
      )}
    </div>
  );
}
