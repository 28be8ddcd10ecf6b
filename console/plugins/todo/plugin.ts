import { ListTodo } from 'lucide-react';
import { addMessages, type Locale, type Messages } from '../../shell/i18n.ts';
import { definePlugin } from '../../shell/plugin.ts';

/** The page's own texts come with it: the first load has the menu's alone. */
const own: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
};
const title = (text: string) => async (): Promise<Messages> => ({ 'todo.title': text });

/** What somebody wants to think of: in this browser, and nowhere else. */
export const plugin = definePlugin({
  name: 'todo',
  routes: [
    {
      path: '/todolist',
      load: async () => {
        const [{ TodoPage }] = await Promise.all([
          import('./todo-page.tsx'),
          addMessages('todo', async (locale) => (await own[locale]()).messages),
        ]);
        return { default: TodoPage };
      },
    },
  ],
  menu: [{ id: 'todo', label: 'todo.title', to: '/todolist', icon: ListTodo, order: 27, group: 'main' }],
  messages: { pt: title('Tarefas'), en: title('To-do list'), es: title('Tareas') },
});
