import { lazy, Suspense } from 'react';
import {
  BooleanInput,
  NumberInput,
  ReferenceInput,
  SelectArrayInput,
  SelectInput,
  TextInput,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { clearFields } from '../../../domain/records/declare.ts';
import type { Field } from '../../../domain/records/definition.ts';
import { ColorInput } from './color-input.tsx';
import { useDeclared } from './declared.ts';
import type { Row } from './parts.ts';
import { leftBehind } from './secrets.ts';
import { VariablesInput } from './variables-input.tsx';

/** With react-dropzone 16 KiB, for the first record that has a file. */
const FileInput = lazy(() => import('./file-input.tsx').then((m) => ({ default: m.FileInput })));

const choicesOf = (name: string, { widget }: Field, resource: string | undefined) =>
  widget.kind === 'select'
    ? widget.options.map(({ value }) => ({
        id: value,
        name: `resources.${resource}.options.${name}.${String(value)}`,
      }))
    : [];

interface Props {
  readonly name: string;
  readonly field: Field;
  /** The form begins here. */
  readonly first: boolean;
}

interface SecretProps {
  readonly name: string;
  readonly field: Field;
  readonly help: string | false;
}

/** A text that is never shown: what is typed replaces the one that is kept, which is good for its own address alone. */
const SecretInput = ({ name, field: { sentTo = name }, help }: SecretProps) => {
  const row = useRecordContext<Row>();
  const { record } = useDeclared();
  const address: unknown = useWatch({ name: sentTo });
  const kept = row?.[`${name}Set`] === true;
  const isLeft = leftBehind(record, row, clearFields(record, { [sentTo]: address })).includes(name);
  return (
    <TextInput
      source={name}
      type="password"
      autoComplete="off"
      helperText={isLeft ? 'records.secret.anew' : kept ? 'records.secret.kept' : help}
      slotProps={{ htmlInput: { 'aria-required': isLeft } }}
    />
  );
};

/** The input of a field's widget: react-admin's own, or the part that the record has instead. */
export const FieldInput = ({ name, field, first }: Props) => {
  const resource = useResourceContext();
  const { parts } = useDeclared();
  const t = useTranslate();
  const { widget, help } = field;
  const label = t(`resources.${resource}.fields.${name}`);
  const Own = parts.inputs?.[name];
  if (Own) return <Own source={name} label={label} />;
  const helperText = help ? `resources.${resource}.help.${name}` : (false as const);
  if (field.secret) return <SecretInput name={name} field={field} help={helperText} />;
  const props = {
    source: name,
    helperText,
    ...(first && { autoFocus: true }),
  };
  const htmlInput = { 'aria-required': field.default === undefined };
  switch (widget.kind) {
    case 'color':
      return <ColorInput source={name} label={label} />;
    case 'select':
      return (
        <SelectInput
          {...props}
          // Nobody is offered nothing where there must be something; and nothing new is asked of who has a choice made.
          isRequired={!field.schema.safeParse('').success}
          label={<span>{label}</span>}
          choices={choicesOf(name, field, resource)}
        />
      );
    case 'switch':
      return (
        <BooleanInput
          {...props}
          format={(value: unknown) => Boolean(value)}
          // Some are stored as 0 and 1.
          parse={(value: boolean) => (typeof field.default === 'number' ? Number(value) : value)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...props}
          {...(widget.decimals !== undefined && { step: 10 ** -widget.decimals })}
          slotProps={{ htmlInput }}
        />
      );
    case 'file':
      return (
        <Suspense fallback={<span className="sk" style={{ height: 48 }} />}>
          <FileInput source={name} label={label} accept={widget.accept} helperText={helperText} />
        </Suspense>
      );
    case 'reference':
      // One without choices is chosen where the record is used: a child in its parent.
      return widget.choose === undefined ? null : (
        <ReferenceInput source={name} reference={widget.choose.resource} perPage={500}>
          {widget.many ? (
            <SelectArrayInput {...props} optionText={widget.choose.title} />
          ) : (
            <SelectInput
              {...props}
              optionText={widget.choose.title}
              emptyText={t('records.none')}
              parse={(value: string) => (value === '' ? null : value)}
            />
          )}
        </ReferenceInput>
      );
    case 'own':
      return null;
    case 'text':
      if (widget.multiline !== undefined && widget.variables)
        return <VariablesInput source={name} label={label} rows={widget.multiline} />;
      return (
        <TextInput
          {...props}
          {...(widget.multiline !== undefined && { multiline: true, minRows: widget.multiline })}
        />
      );
    default:
      return widget satisfies never;
  }
};

/** Returns a filter of a list: a choice of the field's values. */
export const filterOf = (name: string, field: Field, resource: string, alwaysOn: boolean) => (
  <SelectInput
    key={name}
    source={name}
    alwaysOn={alwaysOn}
    choices={
      field.widget.kind === 'switch'
        ? [
            { id: true, name: 'ra.boolean.true' },
            { id: false, name: 'ra.boolean.false' },
          ]
        : choicesOf(name, field, resource)
    }
  />
);
