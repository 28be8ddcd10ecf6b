import { type FormEvent, useState } from 'react';
import { useT } from '../../shell/i18n.ts';

type Wrong = { readonly key: string; readonly values?: Record<string, unknown> };

/**
 * Returns what is wrong with dates as they stand in a form, in words below them, until they are changed: a word that
 * passed by said it of dates that were no longer there. `submit` focuses a field whose text means nothing.
 */
export const useRefusal = () => {
  const t = useT();
  const [refusal, setRefusal] = useState<string>();
  return {
    refusal,
    changed: () => setRefusal(undefined),
    submit: (event: FormEvent<HTMLFormElement>, check: () => Wrong | undefined): boolean => {
      event.preventDefault();
      const unread = event.currentTarget.querySelector<HTMLInputElement>('input:invalid');
      unread?.focus();
      const wrong = unread === null ? check() : undefined;
      const said = unread?.validationMessage ?? (wrong && t(wrong.key, wrong.values));
      setRefusal(said);
      return said === undefined;
    },
  };
};
