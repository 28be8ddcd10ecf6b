import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { channels } from '../../channels/registry.ts';
import type { Api } from '../services.ts';

/** What `channels/<kind>/routes/routes.ts` exports, of a channel that declares the part `routes`. */
export interface ChannelRoutes {
  /** Adds routes, all of them below `/api/channels/<kind>`: `api.app` knows no other place. */
  routes(api: Api): void;
  /** Adds files, below `/api/media/channels/<kind>`: the cookie of files is sent nowhere else. */
  files?(api: Api): void;
}

/**
 * Adds what channels serve themselves, each below an address of its own; who may call them is guarded as of every
 * other route.
 * @throws where a channel declares routes and has none
 */
export async function channelRoutes(api: Api): Promise<void> {
  for (const { kind, parts } of channels) {
    if (!parts.includes('routes')) continue;
    const { routes, files } = (await import(`../../channels/${kind}/routes/routes.ts`)) as ChannelRoutes;
    const below = (prefix: string, add: (api: Api) => void) =>
      api.app.register(
        async (scope) => add({ ...api, app: scope.withTypeProvider<ZodTypeProvider>() as Api['app'] }),
        { prefix },
      );
    await below(`/api/channels/${kind}`, routes);
    if (files) await below(`/api/media/channels/${kind}`, files);
  }
}
