export const messages: Readonly<Record<string, string>> = {
  'whatsapp.version': 'Versão do WhatsApp Web',
  'whatsapp.version.from.set': '%{version}, definida no servidor (WHATSAPP_VERSION)',
  'whatsapp.version.from.found': '%{version}, encontrada por este servidor',
  'whatsapp.version.from.built-in': '%{version}, a que veio com este programa',
  'whatsapp.version.lookUp': 'Procurar versão nova',
  'whatsapp.version.newer': 'Encontrada a versão %{version}; as conexões já a usam ao tentar de novo.',
  'whatsapp.version.current': 'Não há versão mais nova que a %{version}.',
  'whatsapp.version.none': 'O endereço consultado não informa nenhuma versão. Em uso: %{version}.',
  'whatsapp.version.failed': 'O endereço consultado não respondeu. Em uso: %{version}.',
  'whatsapp.version.set': 'A versão %{version} foi definida no servidor (WHATSAPP_VERSION); só ali ela muda.',
  'whatsapp.version.nowhere':
    'Este servidor não tem onde procurar. Quem cuida dele pode definir WHATSAPP_VERSION_URL ou WHATSAPP_VERSION. Em uso: %{version}.',
  'whatsapp.version.recent': 'Alguém acabou de procurar. Em uso: %{version}.',
};
