export const messages: Readonly<Record<string, string>> = {
  'usage.title': 'Uso y límites',
  'usage.hint': 'Archivos: el total. Lo demás: en este minuto.',
  'usage.storage': 'Archivos guardados',
  'usage.sends': 'Envíos por %{name}',
  'usage.questions': 'Consultas de números a la red',
  'usage.requests': 'Solicitudes',
  'usage.writes': 'Cambios',
  'usage.of.bytes': '%{used} de %{limit}',
  'usage.of.minute': '%{used} de %{limit} por minuto',
  'usage.unlimited': '%{used}, sin límite',
  'usage.near': 'Cerca del límite',
};
