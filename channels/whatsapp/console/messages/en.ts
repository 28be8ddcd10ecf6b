export const messages: Readonly<Record<string, string>> = {
  'whatsapp.version': 'Version of WhatsApp Web',
  'whatsapp.version.from.set': '%{version}, set on the server (WHATSAPP_VERSION)',
  'whatsapp.version.from.found': '%{version}, found by this server',
  'whatsapp.version.from.built-in': '%{version}, the one this program came with',
  'whatsapp.version.lookUp': 'Look for a newer version',
  'whatsapp.version.newer': 'Version %{version} was found; connections use it when they try again.',
  'whatsapp.version.current': 'There is none newer than %{version}.',
  'whatsapp.version.none': 'The address that was asked names no version. In use: %{version}.',
  'whatsapp.version.failed': 'The address that was asked did not answer. In use: %{version}.',
  'whatsapp.version.set':
    'Version %{version} is set on the server (WHATSAPP_VERSION); it changes only there.',
  'whatsapp.version.nowhere':
    'This server has nowhere to look. Whoever runs it can set WHATSAPP_VERSION_URL or WHATSAPP_VERSION. In use: %{version}.',
  'whatsapp.version.recent': 'Somebody has just looked. In use: %{version}.',
};
