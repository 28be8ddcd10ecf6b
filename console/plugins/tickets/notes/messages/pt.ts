/** The texts of the notes in Portuguese. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.notes.title': 'Observações',
  'tickets.notes.add': 'Adicionar observação',
  'tickets.notes.added': 'Observação adicionada com sucesso!',
  'tickets.notes.deleted': 'Observação excluída com sucesso!',
  'tickets.notes.delete': 'Excluir observação',
  'tickets.notes.confirm.title': 'Excluir a observação?',
  'tickets.notes.confirm.text':
    'Ela some da conversa e do contato para todos. O histórico do atendimento a conserva.',
  'tickets.notes.confirm.action': 'Excluir',
  'tickets.notes.none': 'Nenhuma observação',
  'tickets.notes.failed': 'Não foi possível carregar as observações.',
  'tickets.notes.label': 'Observação',
  'tickets.notes.placeholder': 'Só a equipe vê',
  'tickets.notes.tooShort': 'Escreva pelo menos 2 caracteres',
  'tickets.notes.cancel': 'Cancelar',
  'tickets.notes.save': 'Adicionar',
  'tickets.notes.private': 'só a equipe vê',
  'tickets.notes.of': 'Observação de %{name}',
  'tickets.notes.someone': 'Alguém da equipe',
  'tickets.notes.gone': 'excluída',
  'tickets.notes.other': 'outro atendimento',
};
