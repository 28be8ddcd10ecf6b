import type { z } from 'zod';
import { usageView } from '../../contract/usage.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'names' | 'limits' | 'media'>;

/** What a company takes of what all share, for whoever has to see a limit coming. */
export function usageRoutes(api: Needs): void {
  const { app, limits, media, names } = api;

  app.get(
    '/api/usage',
    {
      config: { rule: 'settings:manage' },
      schema: {
        tags: ['settings'],
        summary:
          'What the company uses against what it may: bytes of files, and this minute requests, writes, questions about numbers and messages of each connection. A limit of 0 is none. Counts of other processes of the API are told from a quarter of a limit on.',
        response: { 200: usageView },
      },
    },
    async (request): Promise<z.output<typeof usageView>> => {
      const { companyId } = request.session;
      const company = await names.company(companyId);
      const connections = new Map(company.all('connections').map(({ id, name }) => [id, name]));
      const { limitBytes, usedBytes } = (await media.use?.(companyId)) ?? { limitBytes: 0, usedBytes: 0 };
      const { sends, ...minute } = limits.useOf(companyId, [...connections.keys()]);
      return {
        storage: { limit: limitBytes, used: usedBytes },
        ...minute,
        sends: sends.map(({ id, ...use }) => ({ id, name: connections.get(id) ?? '', ...use })),
      };
    },
  );
}
