import { newId } from '../../../domain/kernel/ids.ts';
import { phoneFault } from '../phone-events.ts';
import { createPhoneNetwork } from '../phone-network.ts';
import { chatRoutes } from './chats.ts';
import { gestureRoutes } from './gestures.ts';
import { messageRoutes } from './messages.ts';
import { config, ofConnection, phoneOf, tags } from './phone.ts';

export { files } from './files.ts';

/** The pretend phone of a connection: only for its company's admins, only where the channel is this one. */
export function routes(api: Parameters<typeof messageRoutes>[0]): void {
  const { app, state, now } = api;
  const phones = createPhoneNetwork({ state, newId, now });
  messageRoutes(api, phones);
  chatRoutes(api, phones);
  gestureRoutes(api, phones);

  app.post(
    '/:connectionId/faults',
    {
      config,
      schema: {
        tags,
        summary: 'The next `count` messages of the business meet this fault.',
        params: ofConnection,
        body: phoneFault,
        response: { 200: phoneFault },
      },
    },
    async (request) => {
      await phones.faults(await phoneOf(request), request.body);
      return request.body;
    },
  );
}
