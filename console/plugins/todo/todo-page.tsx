import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Monitor, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { writtenDay } from '../../shell/days.ts';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { usePersisted } from '../../shell/persisted.ts';
import { useSession } from '../../shell/session.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { EmptyState } from '../../shell/ui/states.tsx';
import { addTask, changeTask, type Task, tasksOf } from './tasks.ts';
import './todo.css';

const now = () => new Date().toISOString();
/**
 * Returns a task's id. Without a secure page there is no randomUUID; two tasks of one browser in one instant are
 * enough to tell apart.
 */
const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** The hour of today's, the day of what is older. */
const When = ({ at }: { readonly at: string }) => {
  const date = new Date(at);
  const local = (day: Date) => day.toLocaleDateString('en-CA');
  const isToday = local(date) === local(new Date());
  return (
    <time className="caption subtle nowrap" dateTime={at}>
      {isToday
        ? date.toLocaleTimeString('pt', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
        : writtenDay(local(date))}
    </time>
  );
};

interface Props {
  readonly task: Task;
  readonly onChange: (change: Partial<Pick<Task, 'text' | 'done'>>) => void;
  readonly onDelete: () => void;
}

const Row = ({ task, onChange, onDelete }: Props) => {
  const t = useT();
  const [text, setText] = useState<string>();
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  // Who is done with the text goes on where they began.
  useEffect(() => {
    if (wasEdited.current && text === undefined) pencil.current?.focus();
    wasEdited.current = text !== undefined;
  }, [text]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (text !== undefined) onChange({ text });
    setText(undefined);
  };
  const box = (
    <Checkbox
      checked={task.done}
      slotProps={{ input: { 'aria-label': task.text } }}
      onChange={({ target }) => onChange({ done: target.checked })}
    />
  );
  if (text !== undefined)
    return (
      <li className="td-row row body h-44 soft-t bg-soft">
        {box}
        <form className="grow row" onSubmit={save}>
          <OutlinedInput
            autoFocus
            size="small"
            className="grow"
            value={text}
            inputProps={{ 'aria-label': t('todo.edit'), maxLength: 500 }}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key }) => {
              if (key === 'Escape') setText(undefined);
            }}
          />
          <Button type="submit">{t('shell.save')}</Button>
        </form>
      </li>
    );
  return (
    <li className="td-row row body h-44 soft-t" data-done={task.done} data-task={task.id}>
      {box}
      <span className="grow td-text anywhere narrow py-4">{task.text}</span>
      <When at={task.updatedAt} />
      <IconButton
        small
        ref={pencil}
        label={t('todo.editOf', { text: task.text })}
        icon={Pencil}
        onClick={() => setText(task.text)}
      />
      <IconButton small label={t('todo.deleteOf', { text: task.text })} icon={Trash2} onClick={onDelete} />
    </li>
  );
};

/** Returns the tasks' box and what changes them: the focus goes with the task that moved, or to what is next to one that went. */
function useTasks() {
  const { user } = useSession();
  const heldTasks = tasksOf(user.id);
  const tasks = usePersisted(heldTasks);
  const box = useRef<HTMLDivElement>(null);
  const sought = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once the tasks are others
  useEffect(() => {
    if (sought.current !== undefined) box.current?.querySelector<HTMLElement>(sought.current)?.focus();
    sought.current = undefined;
  }, [tasks]);
  const within = (id: string, what: string) => `[data-task="${CSS.escape(id)}"] ${what}`;
  return {
    box,
    tasks,
    add: (text: string) => heldTasks.set(addTask(heldTasks.get(), text, { id: newId(), at: now() })),
    change: (id: string, change: Parameters<Props['onChange']>[0]) => {
      if (change.done !== undefined) sought.current = within(id, 'input');
      heldTasks.set(changeTask(heldTasks.get(), id, change, now()));
    },
    remove: (task: Task, neighbour: Task | undefined) => {
      const at = heldTasks.get().findIndex(({ id }) => id === task.id);
      sought.current = neighbour === undefined ? 'form input' : within(neighbour.id, 'button:last-of-type');
      heldTasks.set(heldTasks.get().filter(({ id }) => id !== task.id));
      const restore = () => {
        sought.current = within(task.id, 'button:last-of-type');
        heldTasks.set(heldTasks.get().toSpliced(at, 0, task));
      };
      notify.success('todo.deleted', {
        code: task.id,
        actions: [{ label: 'todo.restore', run: restore }],
      });
    },
  };
}

/** /todolist: tasks of one's own, added, edited, ticked off and deleted. */
export const TodoPage = () => {
  const t = useT();
  const { box, tasks, add, change, remove } = useTasks();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add(text);
    setText('');
  };
  const groups = (['open', 'done'] as const).map((group) => ({
    group,
    rows: tasks.filter(({ done }) => done === (group === 'done')),
  }));
  return (
    <FormTheme>
      <section className="page scroll">
        <PageHeader title={t('todo.title')} />
        <div className="max-760 col gap-16" ref={box}>
          <form className="row gap-8" onSubmit={submit}>
            <OutlinedInput
              className="grow"
              value={text}
              placeholder={t('todo.placeholder')}
              inputProps={{ 'aria-label': t('todo.new'), maxLength: 500 }}
              onChange={({ target }) => setText(target.value)}
            />
            <Button type="submit" size="large" variant="contained">
              {t('todo.add')}
            </Button>
          </form>
          <div className="card">
            {tasks.length === 0 ? <EmptyState title={t('todo.none')} text={t('todo.none.text')} /> : null}
            {groups.map(({ group, rows }) =>
              rows.length === 0 ? null : (
                <section key={group} aria-label={t(`todo.${group}`)}>
                  <h2 className="small p-8-16">
                    {t(`todo.${group}`)} <span className="count subtle regular">{rows.length}</span>
                  </h2>
                  <ul>
                    {rows.map((task, at) => (
                      <Row
                        key={task.id}
                        task={task}
                        onChange={(changed) => change(task.id, changed)}
                        onDelete={() => remove(task, rows[at + 1] ?? rows[at - 1])}
                      />
                    ))}
                  </ul>
                </section>
              ),
            )}
          </div>
          <p className="row gap-6 caption subtle">
            <Monitor size={16} aria-hidden="true" />
            {t('todo.local')}
          </p>
        </div>
      </section>
    </FormTheme>
  );
};
