import { type ApiTokenCommand, apiTokenDecider } from '../api-token/api-token.ts';
import { apiTokenStream } from '../streams.ts';
import type { Context, Outcome } from './context.ts';
import { outcome } from './context.ts';
import type { CommandRuntime } from './runtime.ts';

type DataOf<T extends ApiTokenCommand['type']> = Extract<ApiTokenCommand, { type: T }>['data'];

/** Returns the commands of tokens for other systems. */
export const createApiTokens = (runtime: CommandRuntime) => {
  const { handle } = runtime.aggregate(apiTokenDecider);
  const run = (context: Context, tokenId: string, command: Pick<ApiTokenCommand, 'type' | 'data'>) =>
    runtime.withDeadline(async (deadline): Promise<Outcome> => {
      const full = { ...command, metadata: runtime.metadataOf(context) } as ApiTokenCommand;
      return outcome(await handle(apiTokenStream(context.companyId, tokenId), full, deadline));
    });
  return {
    /** @throws ERR_VALIDATION */
    create: (context: Context, data: DataOf<'CreateApiToken'>) =>
      run(context, data.tokenId, { type: 'CreateApiToken', data }),
    /** @throws ERR_NOT_FOUND */
    revoke: (context: Context, data: DataOf<'RevokeApiToken'>) =>
      run(context, data.tokenId, { type: 'RevokeApiToken', data }),
  };
};
