import { ListTodo } from 'lucide-react';
import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';

/** The page's own texts come with it: the first load has the menu's alone. */
const withTexts = lateTexts('todo', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const title = (text: string) => async (): Promise<Messages> => ({ 'todo.title': text });

/** What somebody wants to think of: in this browser, and nowhere else. */
export const plugin = definePlugin({
  name: 'todo',
  routes: [
    {
      path: '/todolist',
      load: () => withTexts(import('./todo-page.tsx').then((m) => ({ default: m.TodoPage }))),
    },
  ],
  menu: [{ id: 'todo', label: 'todo.title', to: '/todolist', icon: ListTodo, order: 27, group: 'main' }],
  messages: { pt: title('Tarefas'), en: title('To-do list'), es: title('Tareas') },
});
