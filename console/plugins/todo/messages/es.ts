export const messages: Readonly<Record<string, string>> = {
  'todo.title': 'Tareas',
  'todo.new': 'Nueva tarea',
  'todo.placeholder': '¿Qué falta por hacer?',
  'todo.add': 'Añadir',
  'todo.edit': 'Editar tarea',
  'todo.editOf': 'Editar: %{text}',
  'todo.deleteOf': 'Eliminar: %{text}',
  'todo.open': 'Por hacer',
  'todo.done': 'Hechas',
  'todo.none': 'Ninguna tarea',
  'todo.none.text': 'Anote aquí lo que no puede olvidar.',
  'todo.local': 'Quedan solo en este navegador. Nadie más las ve.',
};
