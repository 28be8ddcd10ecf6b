import { persisted } from '../../shell/persisted.ts';

/** A task; instants in ISO form. */
export interface Task {
  readonly id: string;
  readonly text: string;
  readonly done: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const isTask = (value: unknown): value is Task => {
  const task = value as Partial<Task> | null;
  return (
    typeof task?.id === 'string' &&
    typeof task.text === 'string' &&
    typeof task.createdAt === 'string' &&
    typeof task.updatedAt === 'string'
  );
};

const readTasks = (text: string | null): readonly Task[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value)
      ? value.filter(isTask).map((task) => ({ ...task, done: task.done === true }))
      : [];
  } catch {
    return [];
  }
};

/** Returns the tasks of a person in this browser. They stay when they sign out: nowhere else are they. */
export const tasksOf = (userId: string) =>
  persisted<readonly Task[]>(`todo.${userId}`, {
    read: readTasks,
    write: (tasks) => (tasks.length === 0 ? null : JSON.stringify(tasks)),
  });

/** Returns the tasks with a new one before the others; of an empty text, the same. */
export function addTask(
  tasks: readonly Task[],
  text: string,
  { id, at }: { id: string; at: string },
): readonly Task[] {
  const said = text.trim();
  return said === '' ? tasks : [{ id, text: said, done: false, createdAt: at, updatedAt: at }, ...tasks];
}

/** Returns the tasks with one changed; an empty text, and what is so already, changes nothing. */
export function changeTask(
  tasks: readonly Task[],
  id: string,
  change: Partial<Pick<Task, 'text' | 'done'>>,
  at: string,
): readonly Task[] {
  const text = change.text?.trim();
  if (text === '') return tasks;
  return tasks.map((task) => {
    const next = { ...task, ...change, ...(text !== undefined && { text }) };
    const isSame = next.text === task.text && next.done === task.done;
    return task.id !== id || isSame ? task : { ...next, updatedAt: at };
  });
}
