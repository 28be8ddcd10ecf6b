import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LabelledField, type LabelledFieldProps } from '../form/fields.tsx';
import { useT } from '../i18n.ts';
import { applyMask, type InputMask } from '../input-mask.ts';

interface Props extends Pick<LabelledFieldProps, 'label' | 'wrong' | 'end' | 'size'> {
  readonly kind: InputMask;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** How it is typed, in the reader's language. */
  readonly pattern: string;
  /** What is wrong with a value that was understood. */
  readonly problem?: string | undefined;
  /** Left empty or half typed it takes back its value. */
  readonly required?: boolean;
  readonly 'aria-label'?: string | undefined;
  readonly children?: ReactNode;
}

/**
 * A value typed in digits. The browser's own fields write days and times in the language of its menus, which need not be
 * the reader's. A text that means nothing keeps its form from being sent, and says so.
 */
export function TypedField({ kind, value, onChange, pattern, problem, required = false, ...props }: Props) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ text: kind.write(value), value });
  const [left, setLeft] = useState(false);
  const text = typed.value === value ? typed.text : kind.write(value);
  const errorText =
    text !== '' && kind.read(text) === undefined ? t('shell.typed.wrong', { pattern }) : (problem ?? '');
  useEffect(() => field.current?.setCustomValidity(errorText), [errorText]);
  const change = (next: string) => {
    const meant = next === '' && !required ? '' : (kind.read(next) ?? value);
    setTyped({ text: next, value: meant });
    if (meant !== value) onChange(meant);
  };
  const { 'aria-label': name, children, ...rest } = props;
  const isWrong = left && errorText !== '';
  return (
    <>
      <LabelledField
        {...rest}
        inputRef={field}
        placeholder={pattern}
        value={text}
        htmlInput={{
          inputMode: 'numeric',
          'aria-label': name,
          ...(isWrong && { 'aria-invalid': true, title: errorText }),
        }}
        onChange={({ target: { value: next, selectionEnd } }) => {
          const day = kind.write(next);
          // Pasted as machines write it.
          if (day !== next && kind.read(day) !== undefined) change(day);
          // In the middle of the text the separators are left alone: the caret would jump.
          else change(selectionEnd === next.length ? applyMask(kind, next) : next);
        }}
        onBlur={() => {
          setLeft(true);
          if (required && kind.read(text) === undefined) setTyped({ text: kind.write(value), value });
        }}
      />
      {children}
    </>
  );
}
