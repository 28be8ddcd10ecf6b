export const messages = {
  'campaigns.title':
    'Campanhas',
  'campaigns.config':
    'Configurações de campanhas',
  'campaigns.add':
    'Nova campanha',
  'campaigns.edit':
    'Editar campanha',
  'campaigns.see':
    'Ver campanha',
  'campaigns.search':
    'Buscar campanha',
  'campaigns.all':
    'Todos',
  'campaigns.none':
    'Nenhuma',
  'campaigns.status.INATIVA':
    'Inativa',
  'campaigns.status.PROGRAMADA':
    'Programada',
  'campaigns.status.EM_ANDAMENTO':
    'Em andamento',
  'campaigns.status.CANCELADA':
    'Cancelada',
  'campaigns.status.FINALIZADA':
    'Finalizada',
  'campaigns.column.name':
    'Nome',
  'campaigns.column.status':
    'Status',
  'campaigns.column.list':
    'Lista de contatos',
  'campaigns.column.connection':
    'Conexão',
  'campaigns.column.scheduledAt':
    'Agendamento',
  'campaigns.column.completedAt':
    'Conclusão',
  'campaigns.column.actions':
    'Ações',
  'campaigns.list.none':
    'Não definida',
  'campaigns.connection.none':
    'Não definido',
  'campaigns.scheduledAt.none':
    'Sem agendamento',
  'campaigns.completedAt.none':
    'Não concluída',
  'campaigns.noList':
    'falta escolher a lista',
  'campaigns.tagged':
    'Etiqueta %{name}',
  'campaigns.recipients':
    '%{number} vai receber |||| %{number} vão receber',
  'campaigns.count':
    '%{shown} de %{smart_count} campanha |||| %{shown} de %{smart_count} campanhas',
  'campaigns.empty':
    'Nenhuma campanha ainda',
  'campaigns.empty.text':
    'Uma campanha envia a mesma mensagem a uma lista de contatos, no ritmo que você escolher.',
  'campaigns.nothing':
    'Nenhuma campanha assim',
  'campaigns.nothing.text':
    'Tente outro nome ou outro status.',
  'campaigns.now':
    'Enviando agora',
  'campaigns.delivered':
    '%{done} de %{all} entregues',
  'campaigns.progress':
    'Andamento de %{name}',
  'campaigns.through':
    'Pela conexão %{name}',
  'campaigns.seeReport':
    'Ver relatório',
  'campaigns.start':
    'Iniciar agora',
  'campaigns.cancel':
    'Parar',
  'campaigns.restart':
    'Retomar',
  'campaigns.start.one':
    'Iniciar %{name} agora',
  'campaigns.cancel.one':
    'Parar %{name}',
  'campaigns.restart.one':
    'Retomar %{name}',
  'campaigns.report.one':
    'Relatório de %{name}',
  'campaigns.edit.one':
    'Editar %{name}',
  'campaigns.see.one':
    'Ver %{name}',
  'campaigns.delete.one':
    'Excluir %{name}',
  'campaigns.start.ask':
    'Iniciar %{name} agora?',
  'campaigns.delete.ask':
    'Excluir %{name}?',
  'campaigns.start.done':
    'Campanha iniciada.',
  'campaigns.cancel.done':
    'Campanha cancelada.',
  'campaigns.restart.done':
    'Campanha reiniciada.',
  'campaigns.delete.done':
    'Campanha excluída.',
  'campaigns.saved':
    'Campanha salva com sucesso.',
  'campaigns.readOnly':
    'Esta campanha não pode mais ser editada.',
  'campaigns.field.list':
    'Lista de contatos',
  'campaigns.field.list.hint':
    'Ou os contatos de uma etiqueta.',
  'campaigns.field.tag':
    'Etiqueta',
  'campaigns.field.tag.hint':
    'Em vez de uma lista.',
  'campaigns.field.day':
    'Começa em',
  'campaigns.field.time':
    'Hora',
  'campaigns.field.files':
    'Arquivos',
  'campaigns.field.queue':
    'Respostas vão para',
  'campaigns.field.confirmation':
    'Perguntar antes e só enviar a quem aceita',
  'campaigns.field.words':
    'Palavras que confirmam',
  'campaigns.field.quiet':
    'Não incomodar das 20h às 8h',
  'campaigns.messages':
    'Mensagens',
  'campaigns.messages.hint':
    'Todos recebem a mesma mensagem. |||| Cada contato recebe uma das %{smart_count} escritas.',
  'campaigns.message':
    'Mensagem %{number}',
  'campaigns.message.short':
    'Msg. %{number}',
  'campaigns.message.written':
    'escrita',
  'campaigns.question':
    'Pedido de confirmação %{number}',
  'campaigns.preview':
    'Como chega',
  'campaigns.preview.as':
    'Como %{name} vê',
  'campaigns.preview.yes':
    'sim',
  'campaigns.preview.empty':
    'Escreva a mensagem para vê-la aqui.',
  'campaigns.file':
    'Anexar arquivo',
  'campaigns.file.drop':
    'Tirar %{name}',
  'campaigns.legend.delivered':
    'entregues',
  'campaigns.legend.asked':
    'aguardam o sim',
  'campaigns.legend.failed':
    'falharam',
  'campaigns.legend.leftOut':
    'ficaram de fora',
  'campaigns.legend.waiting':
    'na fila',
  'campaigns.waits':
    'Espera: %{why}.',
  'campaigns.waits.until':
    'Espera até %{at}: %{why}.',
  'campaigns.because.quietHours':
    'não se envia das 20h às 8h',
  'campaigns.because.pause':
    'pausa entre as mensagens',
  'campaigns.because.connection':
    'a conexão está fora do ar',
  'campaigns.because.leftForGood':
    'pediu para sair',
  'campaigns.because.duplicate':
    'número repetido',
  'campaigns.because.invalid':
    'número sem WhatsApp',
  'campaigns.because.notConfirmed':
    'não confirmou',
  'campaigns.fact.valid':
    'Contatos válidos',
  'campaigns.fact.requested':
    'Confirmações solicitadas',
  'campaigns.fact.confirmed':
    'Confirmações',
  'campaigns.fact.delivered':
    'Entregues',
  'campaigns.fact.connection':
    'Conexão',
  'campaigns.fact.list':
    'Lista de contatos',
  'campaigns.fact.scheduledAt':
    'Agendamento',
  'campaigns.fact.completedAt':
    'Conclusão',
  'campaigns.shippings':
    'Destinatários',
  'campaigns.shippings.none':
    'Ninguém aqui',
  'campaigns.shippings.count':
    '%{smart_count} destinatário |||| %{smart_count} destinatários',
  'campaigns.shipping.recipient':
    'Nome',
  'campaigns.shipping.number':
    'Número',
  'campaigns.shipping.state':
    'Situação',
  'campaigns.shipping.requested':
    'Confirmação pedida',
  'campaigns.shipping.delivered':
    'Entregue',
  'campaigns.state.waiting':
    'Na fila',
  'campaigns.state.sending':
    'Enviando',
  'campaigns.state.asked':
    'Aguarda o sim',
  'campaigns.state.confirmed':
    'Confirmou',
  'campaigns.state.delivered':
    'Entregue',
  'campaigns.state.failed':
    'Falhou',
  'campaigns.state.leftOut':
    'Ficou de fora',
  'campaigns.intervals':
    'Intervalos',
  'campaigns.messageInterval':
    'Intervalo aleatório',
  'campaigns.messageInterval.hint':
    'Entre uma mensagem e outra.',
  'campaigns.longerIntervalAfter':
    'Intervalo maior após',
  'campaigns.longerIntervalAfter.hint':
    'Uma pausa mais longa a cada tanto.',
  'campaigns.greaterInterval':
    'Intervalo maior',
  'campaigns.greaterInterval.hint':
    'Quanto dura essa pausa.',
  'campaigns.interval.none':
    'Sem intervalo',
  'campaigns.interval.undefined':
    'Não definido',
  'campaigns.interval.seconds':
    '%{smart_count} segundo |||| %{smart_count} segundos',
  'campaigns.interval.messages':
    '%{smart_count} mensagem |||| %{smart_count} mensagens',
  'campaigns.pace':
    '%{smart_count} mensagem por hora |||| %{smart_count} mensagens por hora',
  'campaigns.pace.none':
    'Sem pausa: uma conexão pode ser bloqueada por isso',
  'campaigns.pace.thousand':
    '1.000 contatos levam %{hours} h %{minutes} min',
  'campaigns.leaving':
    'Saída',
  'campaigns.leaveWords':
    'Palavras para sair',
  'campaigns.leaveWords.hint':
    'Quem responde isso não recebe mais campanhas.',
  'campaigns.variables':
    'Variáveis da empresa',
  'campaigns.variables.none':
    'Nenhuma variável ainda.',
  'campaigns.variable.key':
    'Atalho',
  'campaigns.variable.value':
    'Conteúdo',
  'campaigns.variable.add':
    'Adicionar',
  'campaigns.variable.taken':
    'Já existe',
  'campaigns.variable.delete':
    'Excluir %{name}',
  'campaigns.settings.save':
    'Salvar configurações',
  'campaigns.settings.saved':
    'Configurações salvas',
};
