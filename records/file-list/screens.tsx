import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Paperclip, Plus, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useInput, useRecordContext, useTranslate } from 'react-admin';
import { FieldFrame } from '../../console/plugins/records/field-frame.tsx';
import type { InputPart, RecordParts, Row } from '../../console/plugins/records/parts.ts';
import { IconButton } from '../../console/shell/ui/icon-button.tsx';
import { texts } from '../../domain/texts.ts';
import { choose, chosenFor, forget, storeChosen } from './chosen.tsx';
import type { FileOption } from './record.ts';

const key = 'resources.fileLists';

interface OptionProps {
  readonly option: FileOption;
  readonly place: number;
  /** It was just added: who added it types next. */
  readonly isNew: boolean;
  readonly onChange: (change: Partial<FileOption>) => void;
  readonly onDelete: () => void;
}

const OptionRow = ({ option, place, isNew, onChange, onDelete }: OptionProps) => {
  const t = useTranslate();
  const row = useRecordContext<Row>();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState(() => chosenFor(option.id));
  const shownName = file?.name.replaceAll(/\s/gu, '_') ?? option.file;
  const take = (next: File | undefined) => {
    choose(option.id, next);
    setFile(next);
  };
  return (
    <li className="flex gap-8 wrap top narrow">
      <OutlinedInput
        multiline
        autoFocus={isNew}
        className="grow"
        value={option.name}
        inputProps={{ 'aria-label': t(`${key}.option.name`, { place }), maxLength: 4_000 }}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <IconButton label={t(`${key}.option.delete`, { place })} icon={Trash2} onClick={onDelete} />
      <span className="line row gap-6 narrow small">
        {shownName === null ? null : (
          <>
            <Paperclip size={16} aria-hidden="true" />
            {file === undefined && option.path !== null && row !== undefined ? (
              <a className="trunc" href={`/api/media/records/fileLists/${row.id}/${option.path}`} download>
                {shownName}
              </a>
            ) : (
              <span className="trunc">{shownName}</span>
            )}
            <IconButton
              small
              label={t(`${key}.option.clear`, { place })}
              icon={X}
              onClick={() => {
                take(undefined);
                onChange({ path: null, mediaType: null, file: null });
              }}
            />
          </>
        )}
        <Button
          size="small"
          variant="outlined"
          className="fixed"
          aria-label={t(`${key}.option.file`, { place })}
          onClick={() => input.current?.click()}
        >
          {t(shownName === null ? `${key}.option.attach` : `${key}.option.replace`)}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
      </span>
    </li>
  );
};

/** The messages of a list, each with its file; the files go once the list stands. */
const OptionsInput = ({ source, label }: InputPart) => {
  const t = useTranslate();
  const {
    id,
    field: { value, onChange },
    fieldState: { error },
  } = useInput({ source });
  const options = (Array.isArray(value) ? value : []) as readonly FileOption[];
  // What was chosen for another form, and never saved, is nobody's.
  useEffect(() => forget, []);
  const [added, setAdded] = useState<string>();
  const adder = useRef<HTMLButtonElement>(null);
  const add = () => {
    const own = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    setAdded(own);
    onChange([...options, { id: own, name: '', path: null, mediaType: null, file: null }]);
  };
  return (
    <FieldFrame id={id} label={label} error={error?.message} group>
      <ul className="grid gap-12" aria-label={label}>
        {options.map((option, at) => (
          <OptionRow
            key={option.id}
            option={option}
            place={at + 1}
            isNew={option.id === added}
            onChange={(change) =>
              onChange(options.map((one) => (one.id === option.id ? { ...one, ...change } : one)))
            }
            onDelete={() => {
              choose(option.id, undefined);
              onChange(options.filter((one) => one.id !== option.id));
              adder.current?.focus();
            }}
          />
        ))}
      </ul>
      <Button
        ref={adder}
        size="small"
        className="self-start"
        onClick={add}
        startIcon={<Plus size={16} aria-hidden="true" />}
      >
        {t(`${key}.option.add`)}
      </Button>
    </FieldFrame>
  );
};

/** Whether there is something to send: a text, or a file that is stored or goes once the list stands. */
const saysSomething = ({ id, name, path }: FileOption): boolean =>
  name.trim() !== '' || path !== null || chosenFor(id) !== undefined;

export const parts: RecordParts = {
  inputs: { options: OptionsInput },
  // Who added a message and thought better of it leaves it empty: there is nothing in it to send.
  toSave: ({ options, ...values }) => ({
    ...values,
    options: Array.isArray(options) ? options.filter(saysSomething) : options,
  }),
  after: storeChosen,
  texts: {
    [`${key}.option.add`]: texts('Adicionar mensagem', 'Add message', 'Añadir mensaje'),
    [`${key}.option.name`]: texts('Mensagem %{place}', 'Message %{place}', 'Mensaje %{place}'),
    [`${key}.option.file`]: texts(
      'Anexar à mensagem %{place}',
      'Attach to message %{place}',
      'Adjuntar al mensaje %{place}',
    ),
    [`${key}.option.attach`]: texts('Anexar', 'Attach', 'Adjuntar'),
    [`${key}.option.replace`]: texts('Trocar', 'Replace', 'Cambiar'),
    [`${key}.option.clear`]: texts(
      'Tirar o anexo da mensagem %{place}',
      'Remove the file of message %{place}',
      'Quitar el adjunto del mensaje %{place}',
    ),
    [`${key}.option.delete`]: texts(
      'Excluir a mensagem %{place}',
      'Delete message %{place}',
      'Eliminar el mensaje %{place}',
    ),
  },
};
