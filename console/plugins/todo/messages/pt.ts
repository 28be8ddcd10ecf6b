export const messages: Readonly<Record<string, string>> = {
  'todo.title': 'Tarefas',
  'todo.new': 'Nova tarefa',
  'todo.placeholder': 'O que falta fazer?',
  'todo.add': 'Adicionar',
  'todo.edit': 'Editar tarefa',
  'todo.editOf': 'Editar: %{text}',
  'todo.deleteOf': 'Excluir: %{text}',
  'todo.open': 'A fazer',
  'todo.done': 'Feitas',
  'todo.none': 'Nenhuma tarefa',
  'todo.none.text': 'Anote aqui o que não pode esquecer.',
  'todo.local': 'Ficam só neste navegador. Ninguém mais vê.',
};
