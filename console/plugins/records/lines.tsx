import { useFormState, useWatch } from 'react-hook-form';
import type { Field } from '../../../domain/records/definition.ts';
import { FieldInput } from './input.tsx';

type Line = readonly [name: string, field: Field];
const sharedBy = ({ form }: Field) => (form === 'half' || form === 'third' ? form : undefined);

/** Returns the form's lines: one field each, or all that follow each other and share one. */
function runsOf(
  lines: readonly Line[],
  tabOf: (field: Field) => string | undefined,
): readonly [Line, ...Line[]][] {
  const runs: [Line, ...Line[]][] = [];
  for (const line of lines) {
    const [, field] = line;
    const [, before] = runs.at(-1)?.[0] ?? [];
    const isShared = before && sharedBy(field) && sharedBy(field) === sharedBy(before);
    if (isShared && tabOf(field) === tabOf(before)) runs.at(-1)?.push(line);
    else runs.push([line]);
  }
  return runs;
}

interface LinesProps {
  readonly lines: readonly Line[];
  readonly tab: string;
  readonly tabOf: (field: Field) => string | undefined;
}
/** Several fields of one line: how many of them stand side by side. */
const sharedWidths = { third: 'three', half: 'two' } as const;

/** The fields that are asked for as the form stands: one that was refused is, whatever it depends on. */
export const Lines = ({ lines, tab, tabOf }: LinesProps) => {
  const deciding = [...new Set(lines.flatMap(([, { when }]) => when?.field ?? []))];
  const values: readonly unknown[] = useWatch({ name: deciding });
  const { errors } = useFormState();
  const asked = lines.filter(
    ([name, { when }]) =>
      !when || when.is.includes(values[deciding.indexOf(when.field)]) || errors[name] !== undefined,
  );
  // Fields of the tabs that are not shown keep what was typed.
  return runsOf(asked, tabOf).map((run, at) => {
    const [[firstName, field]] = run;
    const form = sharedBy(field);
    const isHidden = tabOf(field) !== tab;
    const look = `rc-line ${isHidden ? '' : 'grid gap-16'} ${form && sharedWidths[form]}`;
    const kind = at === 0 || field.form === 'beside' ? 'rc-beside' : 'rc-line';
    return (
      <div key={firstName} className={form ? look : kind} hidden={isHidden}>
        {run.map(([name, one]) => (
          <FieldInput key={name} name={name} field={one} first={name === lines[0]?.[0]} />
        ))}
      </div>
    );
  });
};
