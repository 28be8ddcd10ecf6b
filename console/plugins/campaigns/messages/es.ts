export const messages: Readonly<Record<string, string>> = {
  'campaigns.title':
    'Campañas',
  'campaigns.config':
    'Configuración de campañas',
  'campaigns.add':
    'Nueva campaña',
  'campaigns.edit':
    'Editar campaña',
  'campaigns.see':
    'Ver campaña',
  'campaigns.search':
    'Buscar campaña',
  'campaigns.all':
    'Todos',
  'campaigns.none':
    'Ninguna',
  'campaigns.status.INATIVA':
    'Inactiva',
  'campaigns.status.PROGRAMADA':
    'Programada',
  'campaigns.status.EM_ANDAMENTO':
    'En curso',
  'campaigns.status.CANCELADA':
    'Cancelada',
  'campaigns.status.FINALIZADA':
    'Finalizada',
  'campaigns.column.name':
    'Nombre',
  'campaigns.column.status':
    'Estado',
  'campaigns.column.list':
    'Lista de contactos',
  'campaigns.column.connection':
    'Conexión',
  'campaigns.column.scheduledAt':
    'Programación',
  'campaigns.column.completedAt':
    'Finalización',
  'campaigns.column.actions':
    'Acciones',
  'campaigns.list.none':
    'No definida',
  'campaigns.connection.none':
    'No definido',
  'campaigns.scheduledAt.none':
    'Sin programación',
  'campaigns.completedAt.none':
    'No finalizada',
  'campaigns.noList':
    'falta elegir la lista',
  'campaigns.tagged':
    'Etiqueta %{name}',
  'campaigns.recipients':
    '%{number} va a recibir |||| %{number} van a recibir',
  'campaigns.count':
    '%{shown} de %{smart_count} campaña |||| %{shown} de %{smart_count} campañas',
  'campaigns.empty':
    'Aún no hay campañas',
  'campaigns.empty.text':
    'Una campaña envía un mensaje a una lista de contactos, al ritmo que usted elija.',
  'campaigns.nothing':
    'Ninguna campaña así',
  'campaigns.nothing.text':
    'Pruebe otro nombre u otro estado.',
  'campaigns.now':
    'Enviando ahora',
  'campaigns.delivered':
    '%{done} de %{all} entregados',
  'campaigns.progress':
    'Avance de %{name}',
  'campaigns.through':
    'Por la conexión %{name}',
  'campaigns.seeReport':
    'Ver informe',
  'campaigns.start':
    'Iniciar ahora',
  'campaigns.cancel':
    'Detener',
  'campaigns.restart':
    'Reanudar',
  'campaigns.start.one':
    'Iniciar %{name} ahora',
  'campaigns.cancel.one':
    'Detener %{name}',
  'campaigns.restart.one':
    'Reanudar %{name}',
  'campaigns.report.one':
    'Informe de %{name}',
  'campaigns.edit.one':
    'Editar %{name}',
  'campaigns.see.one':
    'Ver %{name}',
  'campaigns.delete.one':
    'Eliminar %{name}',
  'campaigns.start.ask':
    '¿Iniciar %{name} ahora?',
  'campaigns.delete.ask':
    '¿Eliminar %{name}?',
  'campaigns.start.done':
    'Campaña iniciada.',
  'campaigns.cancel.done':
    'Campaña cancelada.',
  'campaigns.restart.done':
    'Campaña reiniciada.',
  'campaigns.delete.done':
    'Campaña eliminada.',
  'campaigns.saved':
    'Campaña guardada.',
  'campaigns.readOnly':
    'Esta campaña ya no se puede editar.',
  'campaigns.field.list':
    'Lista de contactos',
  'campaigns.field.list.hint':
    'O los contactos de una etiqueta.',
  'campaigns.field.tag':
    'Etiqueta',
  'campaigns.field.tag.hint':
    'En lugar de una lista.',
  'campaigns.field.day':
    'Empieza el',
  'campaigns.field.time':
    'Hora',
  'campaigns.field.files':
    'Archivos',
  'campaigns.field.queue':
    'Las respuestas van a',
  'campaigns.field.confirmation':
    'Preguntar antes y enviar solo a quien acepta',
  'campaigns.field.words':
    'Palabras que confirman',
  'campaigns.field.quiet':
    'No molestar de 20 h a 8 h',
  'campaigns.messages':
    'Mensajes',
  'campaigns.messages.hint':
    'Todos reciben el mismo mensaje. |||| Cada contacto recibe uno de los %{smart_count} escritos.',
  'campaigns.message':
    'Mensaje %{number}',
  'campaigns.message.short':
    'Msj. %{number}',
  'campaigns.message.written':
    'escrito',
  'campaigns.question':
    'Pedido de confirmación %{number}',
  'campaigns.preview':
    'Cómo llega',
  'campaigns.preview.as':
    'Como lo ve %{name}',
  'campaigns.preview.yes':
    'sí',
  'campaigns.preview.empty':
    'Escriba el mensaje para verlo aquí.',
  'campaigns.file':
    'Adjuntar archivo',
  'campaigns.file.drop':
    'Quitar %{name}',
  'campaigns.legend.delivered':
    'entregados',
  'campaigns.legend.asked':
    'esperan el sí',
  'campaigns.legend.failed':
    'fallaron',
  'campaigns.legend.leftOut':
    'quedaron fuera',
  'campaigns.legend.waiting':
    'en la fila',
  'campaigns.waits':
    'En espera: %{why}.',
  'campaigns.waits.until':
    'En espera hasta %{at}: %{why}.',
  'campaigns.because.quietHours':
    'no se envía de 20 h a 8 h',
  'campaigns.because.pause':
    'pausa entre mensajes',
  'campaigns.because.connection':
    'la conexión está caída',
  'campaigns.because.leftForGood':
    'pidió salir',
  'campaigns.because.duplicate':
    'número repetido',
  'campaigns.because.invalid':
    'número sin WhatsApp',
  'campaigns.because.notConfirmed':
    'no confirmó',
  'campaigns.fact.valid':
    'Contactos válidos',
  'campaigns.fact.requested':
    'Confirmaciones solicitadas',
  'campaigns.fact.confirmed':
    'Confirmaciones',
  'campaigns.fact.delivered':
    'Entregados',
  'campaigns.fact.connection':
    'Conexión',
  'campaigns.fact.list':
    'Lista de contactos',
  'campaigns.fact.scheduledAt':
    'Programación',
  'campaigns.fact.completedAt':
    'Finalización',
  'campaigns.shippings':
    'Destinatarios',
  'campaigns.shippings.none':
    'Nadie aquí',
  'campaigns.shippings.count':
    '%{smart_count} destinatario |||| %{smart_count} destinatarios',
  'campaigns.shipping.recipient':
    'Nombre',
  'campaigns.shipping.number':
    'Número',
  'campaigns.shipping.state':
    'Situación',
  'campaigns.shipping.requested':
    'Confirmación pedida',
  'campaigns.shipping.delivered':
    'Entregado',
  'campaigns.state.waiting':
    'En la fila',
  'campaigns.state.sending':
    'Enviando',
  'campaigns.state.asked':
    'Espera el sí',
  'campaigns.state.confirmed':
    'Confirmó',
  'campaigns.state.delivered':
    'Entregado',
  'campaigns.state.failed':
    'Falló',
  'campaigns.state.leftOut':
    'Quedó fuera',
  'campaigns.intervals':
    'Intervalos',
  'campaigns.messageInterval':
    'Intervalo aleatorio',
  'campaigns.messageInterval.hint':
    'Entre un mensaje y otro.',
  'campaigns.longerIntervalAfter':
    'Intervalo mayor después de',
  'campaigns.longerIntervalAfter.hint':
    'Una pausa más larga cada tanto.',
  'campaigns.greaterInterval':
    'Intervalo mayor',
  'campaigns.greaterInterval.hint':
    'Cuánto dura esa pausa.',
  'campaigns.interval.none':
    'Sin intervalo',
  'campaigns.interval.undefined':
    'No definido',
  'campaigns.interval.seconds':
    '%{smart_count} segundo |||| %{smart_count} segundos',
  'campaigns.interval.messages':
    '%{smart_count} mensaje |||| %{smart_count} mensajes',
  'campaigns.pace':
    '%{smart_count} mensaje por hora |||| %{smart_count} mensajes por hora',
  'campaigns.pace.none':
    'Sin pausa: una conexión puede ser bloqueada por eso',
  'campaigns.pace.thousand':
    '1.000 contactos llevan %{hours} h %{minutes} min',
  'campaigns.leaving':
    'Salida',
  'campaigns.leaveWords':
    'Palabras para salir',
  'campaigns.leaveWords.hint':
    'Quien responde esto no recibe más campañas.',
  'campaigns.variables':
    'Variables de la empresa',
  'campaigns.variables.none':
    'Aún no hay variables.',
  'campaigns.variable.key':
    'Atajo',
  'campaigns.variable.value':
    'Contenido',
  'campaigns.variable.add':
    'Agregar',
  'campaigns.variable.taken':
    'Ya existe',
  'campaigns.variable.delete':
    'Eliminar %{name}',
  'campaigns.settings.save':
    'Guardar configuración',
  'campaigns.settings.saved':
    'Configuración guardada',
};
