import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { LabelledField } from '../../shell/form/fields.tsx';
import { useT } from '../../shell/i18n.ts';
import { errorText, notify } from '../../shell/notify.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { saveSetting, takeSetting } from './data.ts';
import { choicesOf, erasesMore, namedValue, type Option } from './options.ts';

/** Saves an option; while one is on its way the next waits for it, so that the last choice is what stays. */
function useSave({ key }: Option) {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: `setting.${key}` },
    mutationFn: (value: string) => saveSetting(key, value),
    onSuccess: async (saved) => {
      await takeSetting(cache, key, saved.value);
      notify.success('settings.saved');
    },
  });
}

const State = ({ save }: { readonly save: ReturnType<typeof useSave> }) => {
  const t = useT();
  if (save.isError)
    return (
      <>
        <span className="st-wrong" role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {t('settings.failed', { error: errorText(save.error) })}
        </span>
        <Button size="small" onClick={() => save.mutate(save.variables)}>
          {t('settings.again')}
        </Button>
      </>
    );
  if (!save.isSuccess) return null;
  return (
    <span className="st-saved">
      <CircleCheck size={16} aria-hidden="true" />
      {t('settings.savedNow')}
    </span>
  );
};

interface Props {
  readonly option: Option;
  readonly value: string;
  readonly readOnly: boolean;
}

/** An option, what it does in a sentence, and what became of the last choice. */
export const OptionRow = ({ option, value, readOnly }: Props) => {
  const t = useT();
  const { key, choices } = option;
  const save = useSave(option);
  const [draft, setDraft] = useState<string>();
  const [asked, setAsked] = useState<string>();
  // A choice that failed rolls back; a text that failed stays, to be sent again.
  const shown = namedValue(key, save.isPending ? save.variables : value);
  const text = `settings.${key}.about`;
  const labels = { 'aria-label': t(`settings.${key}`), 'aria-describedby': text };
  const choose = (chosen: string) =>
    erasesMore(key, shown, chosen) ? setAsked(chosen) : save.mutate(chosen);
  const leave = () => {
    if (draft === undefined || draft === shown) setDraft(undefined);
    else save.mutate(draft, { onSuccess: () => setDraft((now) => (now === draft ? undefined : now)) });
  };
  return (
    <div className={`st-row${save.isError ? ' bad' : ''}`}>
      <div>
        <h3>{t(`settings.${key}`)}</h3>
        <p id={text}>{t(text)}</p>
      </div>
      {choices === undefined ? (
        <LabelledField
          multiline
          maxRows={6}
          disabled={readOnly}
          htmlInput={{ ...labels, maxLength: 2000 }}
          value={draft ?? shown}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={leave}
        />
      ) : (
        <LabelledField
          disabled={readOnly}
          htmlInput={labels}
          value={shown}
          onChange={(event) => choose(event.target.value)}
          choices={choicesOf(choices, shown).map((one) => ({
            value: one,
            label: t(`settings.${key}.${one}`, {
              _: t(/^\d+$/.test(one) ? `settings.${key}.n` : `settings.${one}`, { smart_count: Number(one) }),
            }),
          }))}
        />
      )}
      <div className="st-state">
        <State save={save} />
      </div>
      {asked === undefined ? null : (
        <ConfirmDialog
          open
          title={t('settings.erase.title')}
          text={t('settings.erase.text', { smart_count: Number(asked) })}
          action={t('settings.erase.act')}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => save.mutate(asked)}
        />
      )}
    </div>
  );
};
