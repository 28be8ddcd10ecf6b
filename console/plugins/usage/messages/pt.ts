export const messages: Readonly<Record<string, string>> = {
  'usage.title': 'Uso e limites',
  'usage.hint': 'Arquivos: o total. O resto: neste minuto.',
  'usage.storage': 'Arquivos guardados',
  'usage.sends': 'Envios por %{name}',
  'usage.questions': 'Consultas de números à rede',
  'usage.requests': 'Requisições',
  'usage.writes': 'Alterações',
  'usage.of.bytes': '%{used} de %{limit}',
  'usage.of.minute': '%{used} de %{limit} por minuto',
  'usage.unlimited': '%{used}, sem limite',
  'usage.near': 'Perto do limite',
};
