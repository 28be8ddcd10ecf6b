import { expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

interface Call {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: unknown;
}

/** Returns every name under which a body's schema takes a value. */
function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value as object) : []),
    ...propertiesOf(value),
  ]);
}

// The console sends under the spec's names alone: what a call takes under another it is never given.
it('no call takes a connection under our own name for it', async () => {
  const api = await startTestApi();
  try {
    const { paths } = (await api.app.inject({ url: '/api/docs/json' })).json<{
      paths: Record<string, Record<string, Call>>;
    }>();
    const names = Object.entries(paths).flatMap(([path, calls]) =>
      Object.values(calls).flatMap(({ parameters = [], requestBody }) =>
        [
          ...parameters.filter((one) => one.in !== 'path').map(({ name }) => name),
          ...propertiesOf(requestBody),
        ].map((name) => [path, name] as const),
      ),
    );
    const withName = (...own: string[]) => names.filter(([, name]) => own.includes(name));
    expect(withName('whatsappId').length).toBeGreaterThan(3);
    expect(withName('connectionId', 'connection')).toEqual([]);
  } finally {
    await api.close();
  }
});
