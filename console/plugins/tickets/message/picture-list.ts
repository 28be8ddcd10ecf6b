import type { MessageView } from '../../../../contract/message.ts';

export type PictureMessage = MessageView & { readonly mediaUrl: string };

/** Returns the messages of a thread whose picture can be looked at, in its order. */
export const picturesOf = (messages: readonly MessageView[]): readonly PictureMessage[] =>
  messages.filter(
    (message): message is PictureMessage =>
      message.mediaType === 'image' && message.mediaUrl !== null && !message.isDeleted,
  );
