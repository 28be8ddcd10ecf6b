import type { Messages } from '../../../shell/i18n.ts';

export const messages: Messages = {
  'contacts.menu': 'Contatos',
  'contacts.title': 'Contatos',
  'contacts.search': 'Buscar por nome, número ou e-mail',
  'contacts.column.number': 'WhatsApp',
  'contacts.column.actions': 'Ações',
  'contacts.ticketWith': 'Novo atendimento com %{name}',
  'contacts.editOne': 'Editar %{name}',
  'contacts.deleteOne': 'Excluir %{name}',
  'contacts.count': '%{shown} de %{smart_count} contato |||| %{shown} de %{smart_count} contatos',
  'contacts.end': 'Fim da lista',
  'contacts.none': 'Nenhum contato encontrado',
  'contacts.none.text': 'Confira o que foi digitado ou limpe os filtros.',
  'contacts.empty': 'Nenhum contato ainda',
  'contacts.empty.text':
    'Quem escrever para a empresa aparece aqui. Você também pode adicionar ou importar contatos.',
  'contacts.delete.title': 'Excluir %{name}?',
  'contacts.delete.text':
    'Deseja realmente excluir esse registro? Os atendimentos encerrados continuam no histórico.',
  'contacts.date': 'Cadastro',
  'contacts.date.any': 'qualquer data',
  'contacts.date.since': 'desde %{date}',
  'contacts.date.until': 'até %{date}',
  'contacts.date.title': 'Contatos cadastrados',
  'contacts.date.from': 'De',
  'contacts.date.to': 'Até',
  'contacts.date.backwards': 'O fim vem antes do início',
  'contacts.date.apply': 'Filtrar',
};
