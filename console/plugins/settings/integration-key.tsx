import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../shell/api.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { useT } from '../../shell/i18n.ts';
import { errorText, notify } from '../../shell/notify.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { changeKey } from './integrations-data.ts';

interface Props {
  readonly name: string;
  readonly isSet: boolean;
  /** What is typed; absent: nothing. */
  readonly draft: string | undefined;
  readonly onDraft: (draft: string | undefined) => void;
}

/** A key: one that is set is never shown, only changed or taken away. */
export const IntegrationKey = ({ name, isSet, draft, onDraft }: Props) => {
  const t = useT();
  const cache = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const save = useMutation({
    mutationFn: (value: string) => changeKey(cache, name, value),
    onSuccess: (othersWent) => {
      onDraft(undefined);
      if (othersWent) notify.info('settings.key.taken');
      else notify.success('settings.saved');
    },
  });
  const label = t(`settings.${name}`);
  const isHidden = isSet && draft === undefined;
  const wrong =
    save.error instanceof ApiError && save.error.code === 'ERR_VALIDATION'
      ? t('settings.key.form')
      : save.error && errorText(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft?.trim() && !save.isPending) save.mutate(draft);
  };
  const change = isHidden ? (
    <>
      <Button
        size="small"
        aria-label={t('settings.key.changeOf', { key: label })}
        onClick={() => onDraft('')}
      >
        {t('settings.key.change')}
      </Button>
      <IconButton
        size="small"
        aria-label={t('settings.key.removeOf', { key: label })}
        onClick={() => setRemoving(true)}
      >
        <Trash2 size={16} />
      </IconButton>
    </>
  ) : (
    <>
      {isSet ? (
        <Button size="small" color="inherit" onClick={() => onDraft(undefined)}>
          {t('shell.cancel')}
        </Button>
      ) : null}
      {draft?.trim() ? (
        <Button size="small" type="submit" aria-disabled={save.isPending}>
          {t('shell.save')}
        </Button>
      ) : null}
    </>
  );
  return (
    <form onSubmit={submit}>
      <LabelledField
        // The field that is written into is another one than the one that shows dots: it gets the focus.
        key={isHidden ? 'hidden' : 'open'}
        id={`key-${name}`}
        fullWidth
        label={label}
        autoFocus={isSet && !isHidden}
        value={isHidden ? '••••••••' : (draft ?? '')}
        onChange={(event) => onDraft(event.target.value)}
        wrong={draft === undefined ? undefined : wrong}
        htmlInput={{
          readOnly: isHidden,
          maxLength: 500,
          spellCheck: false,
          placeholder: t(/^ip/.test(name) ? 'settings.key.address' : 'settings.key.paste'),
          ...(isHidden && { 'aria-description': t('settings.key.set') }),
        }}
        end={<InputAdornment position="end">{change}</InputAdornment>}
      />
      {removing ? (
        <ConfirmDialog
          open
          title={t('settings.key.remove.title')}
          text={t('settings.key.remove.text', { key: label })}
          action={t('settings.key.remove')}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await save.mutateAsync('');
          }}
        />
      ) : null}
    </form>
  );
};
