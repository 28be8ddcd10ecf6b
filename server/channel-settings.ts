import { z } from 'zod';
import { channels } from '../channels/registry.ts';

const variables = channels.flatMap(({ kind, environment }) =>
  Object.entries(environment).map(([name, variable]) => ({ kind, name, ...variable })),
);

/** What channels read from the environment, by the names of the variables. */
export const ofChannels: Readonly<Record<string, z.ZodType<string | undefined>>> = Object.fromEntries(
  variables.map(({ variable, pattern, like }) => [
    variable,
    z.preprocess(
      (value) => (value === '' ? undefined : value),
      z.string().regex(pattern, `must look like ${like}`).optional(),
    ),
  ]),
);

/** Returns what was set for each channel's driver, by the names its declaration gives. */
export function channelSettings(
  environment: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const settings: Record<string, Record<string, string>> = {};
  for (const { kind, name, variable } of variables) {
    const value = environment[variable];
    if (typeof value === 'string') settings[kind] = { ...settings[kind], [name]: value };
  }
  return settings;
}
