import type { MessageView } from '../../../../domain/views/index.ts';
import { Slot } from '../../../shell/slot.tsx';
import { splitSignature } from '../model/signature.ts';
import { CallBody, ContactBody, DocumentBody, LocationBody, VideoBody } from './attachments.tsx';
import { Audio } from './audio.tsx';
import { AwaitedFile, awaitsFile } from './awaited-file.tsx';
import type { MessageActions } from './message-menu.tsx';
import { Picture } from './picture.tsx';
import { RichText } from './rich-text.tsx';

interface Props {
  readonly message: MessageView;
  readonly author: string;
  readonly cards: Pick<MessageActions, 'onTalk' | 'onSave'> | undefined;
}

const Attachment = ({ message, author, cards }: Props) => {
  if (awaitsFile(message)) return <AwaitedFile message={message} />;
  switch (message.mediaType) {
    case 'chat':
      return null;
    case 'image':
      return <Picture message={message} author={author} />;
    case 'audio':
      return <Audio message={message} />;
    case 'video':
      return <VideoBody message={message} />;
    case 'application':
      return <DocumentBody message={message} />;
    case 'locationMessage':
      return <LocationBody message={message} />;
    case 'contactMessage':
    case 'vcard':
      return <ContactBody message={message} actions={cards} />;
    case 'call_log':
      return <CallBody message={message} />;
    default:
      return message.mediaType satisfies never;
  }
};

/** Kinds whose body only repeats what the attachment shows. */
const bodiless = new Set(['locationMessage', 'contactMessage', 'vcard', 'call_log']);

/** What a message says: its attachment, its text, and what plugins add. */
export const MessageBody = (props: Props) => {
  const { message } = props;
  const { text } = message.fromMe ? splitSignature(message.body) : { text: message.body };
  const caption = text !== '' && !bodiless.has(message.mediaType) && text !== message.media?.name ? text : '';
  return (
    <>
      <Attachment {...props} />
      {caption === '' ? null : <RichText text={caption} />}
      <Slot name="message.body" props={{ message }} />
    </>
  );
};
