import type { Messages } from '../../../shell/i18n.ts';

export const messages: Messages = {
  'contacts.menu': 'Contactos',
  'contacts.title': 'Contactos',
  'contacts.search': 'Buscar por nombre, número o correo',
  'contacts.column.number': 'WhatsApp',
  'contacts.column.actions': 'Acciones',
  'contacts.ticketWith': 'Nueva atención con %{name}',
  'contacts.editOne': 'Editar %{name}',
  'contacts.deleteOne': 'Eliminar %{name}',
  'contacts.count': '%{shown} de %{smart_count} contacto |||| %{shown} de %{smart_count} contactos',
  'contacts.end': 'Fin de la lista',
  'contacts.none': 'Ningún contacto encontrado',
  'contacts.none.text': 'Revisa lo que escribiste o quita los filtros.',
  'contacts.empty': 'Aún no hay contactos',
  'contacts.empty.text':
    'Quien escriba a la empresa aparece aquí. También puedes añadir o importar contactos.',
  'contacts.delete.title': '¿Eliminar a %{name}?',
  'contacts.delete.text':
    '¿Realmente quieres eliminar este registro? Las atenciones cerradas siguen en el historial.',
  'contacts.date': 'Alta',
  'contacts.date.any': 'cualquier fecha',
  'contacts.date.since': 'desde %{date}',
  'contacts.date.until': 'hasta %{date}',
  'contacts.date.title': 'Contactos dados de alta',
  'contacts.date.from': 'Desde',
  'contacts.date.to': 'Hasta',
  'contacts.date.backwards': 'El fin viene antes que el inicio',
  'contacts.date.apply': 'Filtrar',
};
