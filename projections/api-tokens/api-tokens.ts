import { channels } from '../../contract/channels.ts';
import type { ApiTokenEvent } from '../../domain/api-token/events.ts';
import { begin, projection } from '../definition.ts';
import type { ApiTokenDocument } from './document.ts';

const id = (event: { data: { tokenId: string } }) => event.data.tokenId;

/** Tokens for other systems. Whoever sends one is found by its hash. */
export const apiTokens = projection<ApiTokenDocument, ApiTokenEvent>('apiTokens', {
  indexes: [['-createdAt'], ['hash']],
  notices: [{ channel: channels.apiToken, document: () => undefined }],
  on: {
    ApiTokenCreated: {
      id,
      creates: true,
      apply: (_doc, event) => {
        const { tokenId, ...token } = event.data;
        return { ...begin(event, tokenId), ...token, createdAt: event.metadata.at };
      },
    },
    ApiTokenRevoked: { id, apply: () => 'delete' },
  },
});
