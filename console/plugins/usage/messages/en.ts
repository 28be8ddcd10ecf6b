export const messages: Readonly<Record<string, string>> = {
  'usage.title': 'Use and limits',
  'usage.hint': 'Files: the total. The rest: this minute.',
  'usage.storage': 'Files kept',
  'usage.sends': 'Sent through %{name}',
  'usage.questions': 'Numbers looked up on the network',
  'usage.requests': 'Requests',
  'usage.writes': 'Changes',
  'usage.of.bytes': '%{used} of %{limit}',
  'usage.of.minute': '%{used} of %{limit} a minute',
  'usage.unlimited': '%{used}, no limit',
  'usage.near': 'Near the limit',
};
