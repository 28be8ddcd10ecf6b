import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { useT } from '../../shell/i18n.ts';

interface Props {
  readonly name: string;
  readonly limit: number | undefined;
  readonly onSave: (limit: number | undefined) => void;
  readonly onClose: () => void;
}

/** How many cards a lane should have at most. Empty: as many as there are. */
export const LimitDialog = ({ name, limit, onSave, onClose }: Props) => {
  const t = useT();
  const id = useId();
  const [text, setText] = useState(limit === undefined ? '' : String(limit));
  const submit = () => {
    onSave(text === '' || Number(text) === 0 ? undefined : Number(text));
    onClose();
  };
  return (
    <FormDialog title={t('kanban.limitOf', { name })} busy={false} onSubmit={submit} onClose={onClose}>
      <FormControl>
        <InputLabel htmlFor={id}>{t('kanban.limit.label')}</InputLabel>
        <OutlinedInput
          id={id}
          autoFocus
          value={text}
          inputProps={{ inputMode: 'numeric', 'aria-describedby': `${id}-help` }}
          onChange={({ target }) => setText(target.value.replace(/\D/gu, '').slice(0, 4))}
        />
        <FormHelperText id={`${id}-help`}>{t('kanban.limit.help')}</FormHelperText>
      </FormControl>
    </FormDialog>
  );
};
