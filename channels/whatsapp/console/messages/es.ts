export const messages: Readonly<Record<string, string>> = {
  'whatsapp.version': 'Versión de WhatsApp Web',
  'whatsapp.version.from.set': '%{version}, definida en el servidor (WHATSAPP_VERSION)',
  'whatsapp.version.from.found': '%{version}, encontrada por este servidor',
  'whatsapp.version.from.built-in': '%{version}, la que vino con este programa',
  'whatsapp.version.lookUp': 'Buscar una versión nueva',
  'whatsapp.version.newer': 'Se encontró la versión %{version}; las conexiones la usan al reintentar.',
  'whatsapp.version.current': 'No hay ninguna más nueva que la %{version}.',
  'whatsapp.version.none': 'La dirección consultada no informa ninguna versión. En uso: %{version}.',
  'whatsapp.version.failed': 'La dirección consultada no respondió. En uso: %{version}.',
  'whatsapp.version.set':
    'La versión %{version} está definida en el servidor (WHATSAPP_VERSION); solo cambia allí.',
  'whatsapp.version.nowhere':
    'Este servidor no tiene dónde buscar. Quien lo administra puede definir WHATSAPP_VERSION_URL o WHATSAPP_VERSION. En uso: %{version}.',
  'whatsapp.version.recent': 'Alguien acaba de buscar. En uso: %{version}.',
};
