interface Values {
  readonly name: string;
  readonly queueIds: readonly string[];
  readonly greetingMessage: string;
}

/** Whoever writes to a connection of several queues is asked for one: the greeting says among which. */
export const needsGreeting = ({ queueIds }: Pick<Values, 'queueIds'>): boolean => queueIds.length > 1;

/** Returns the codes of fields that are still to be filled in; undefined: none. */
export const missingOf = (values: Values): Readonly<Record<string, string>> | undefined => {
  const missing = {
    ...(values.name.trim() === '' && { name: 'required' }),
    ...(needsGreeting(values) &&
      values.greetingMessage.trim() === '' && { greetingMessage: 'ERR_WAPP_GREETING_REQUIRED' }),
  };
  return Object.keys(missing).length === 0 ? undefined : missing;
};
