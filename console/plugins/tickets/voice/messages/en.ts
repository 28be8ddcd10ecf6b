/** The texts of a voice recording in English. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.record.start': 'Record audio',
  'tickets.record.cancel': 'Discard the recording',
  'tickets.record.send': 'Send audio',
  'tickets.record.asking': 'Waiting for the microphone',
  'tickets.record.recording': 'Recording',
  'tickets.record.sending': 'Preparing the audio',
  'tickets.record.kept': 'The recording stays attached to the conversation with %{name}.',
  'tickets.record.short': 'Recording too short: discarded.',
};
