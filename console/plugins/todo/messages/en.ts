export const messages: Readonly<Record<string, string>> = {
  'todo.title': 'To-do list',
  'todo.new': 'New task',
  'todo.placeholder': 'What is left to do?',
  'todo.add': 'Add',
  'todo.edit': 'Edit task',
  'todo.editOf': 'Edit: %{text}',
  'todo.deleteOf': 'Delete: %{text}',
  'todo.open': 'To do',
  'todo.done': 'Done',
  'todo.none': 'No tasks',
  'todo.none.text': 'Write down here what you must not forget.',
  'todo.local': 'They stay in this browser alone. Nobody else sees them.',
};
