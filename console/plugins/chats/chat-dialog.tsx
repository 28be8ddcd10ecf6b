import Autocomplete from '@mui/material/Autocomplete';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, X } from 'lucide-react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import type { ChatView } from '../../../contract/chat.ts';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { TextInput, useCodeText } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { type Colleague, colleaguesQuery, saveChat } from './data.ts';

const schema = z.object({
  title: z
    .string()
    .refine((text) => text.trim() !== '', 'chatTitle')
    .max(100, 'tooLong'),
  users: z.array(z.string()).min(1, 'chatPeople'),
});

/** Who is in it: colleagues by their names, the user apart, who always is. */
function PeopleField() {
  const t = useT();
  const { user } = useSession();
  const { data = [] } = useQuery(colleaguesQuery);
  const { field, fieldState } = useController<z.input<typeof schema>, 'users'>({ name: 'users' });
  const errorText = useCodeText()(fieldState.error?.message);
  const options = data.filter(({ id }) => id !== user.id);
  const chosen = field.value.flatMap((id) => options.find((one) => one.id === id) ?? []);
  return (
    <Autocomplete<Colleague, true, true, false>
      multiple
      disableCloseOnSelect
      options={options}
      value={chosen}
      onChange={(_event, people) => field.onChange(people.map(({ id }) => id))}
      onBlur={field.onBlur}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText={t('chats.noPeople')}
      filterSelectedOptions
      forcePopupIcon={false}
      disableClearable
      renderOption={({ key, ...props }, { id, name }) => (
        <li key={key} {...props}>
          <Avatar name={name} id={id} size={24} />
          <span className="trunc">{name}</span>
        </li>
      )}
      renderValue={(people, getItemProps) =>
        people.map((one, index) => {
          const { key, ...props } = getItemProps({ index });
          return <Chip key={key} label={one.name} size="small" deleteIcon={<X size={14} />} {...props} />;
        })
      }
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          label={t('chats.people')}
          error={errorText !== undefined}
          helperText={
            errorText === undefined ? null : (
              <>
                <CircleAlert size={14} />
                <span>{errorText}</span>
              </>
            )
          }
          inputRef={field.ref}
          slotProps={{ ...slotProps, formHelperText: { ...(errorText !== undefined && { role: 'alert' }) } }}
        />
      )}
    />
  );
}

interface Props {
  /** Absent: a new one. */
  readonly chat?: ChatView | undefined;
  readonly onSaved: (chat: ChatView) => void;
  readonly onClose: () => void;
}

/** Opens a chat with one colleague or many, or changes one. */
export function ChatDialog({ chat, onSaved, onClose }: Props) {
  const t = useT();
  const cache = useQueryClient();
  const { user } = useSession();
  const { form, busy, onSubmit } = useSaveForm({
    schema,
    values: {
      title: chat?.title ?? '',
      users: (chat?.users ?? []).map(({ userId }) => userId).filter((id) => id !== user.id),
    },
    save: async (values) => {
      const saved = await saveChat(chat?.id, values);
      await cache.invalidateQueries({ queryKey: ['chats', 'list'] });
      notify.success('chats.saved');
      onSaved(saved);
    },
  });
  return (
    <FormDialog
      title={t(chat ? 'chats.edit' : 'chats.new')}
      {...(!chat && { submit: t('chats.create') })}
      form={form}
      busy={busy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput name="title" label={t('chats.name')} autoFocus />
      <PeopleField />
    </FormDialog>
  );
}
