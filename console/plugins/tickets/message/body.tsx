import type { MessageView } from '../../../../contract/message.ts';
import { Slot } from '../../../shell/slot.tsx';
import { splitSignature } from '../ticket/signature.ts';
import { CallBody, ContactBody, DocumentBody, LocationBody, VideoBody } from './attachments.tsx';
import { Audio } from './audio.tsx';
import { AwaitedFile, awaitsFile } from './awaited-file.tsx';
import { KindAbove, KindBelow, StickerBody } from './kinds.tsx';
import type { MessageActions } from './message-menu.tsx';
import { Picture } from './picture.tsx';
import { RichText } from './rich-text.tsx';
import './files.css';

interface Props {
  readonly message: MessageView;
  readonly author: string;
  readonly cards: Pick<MessageActions, 'onTalk' | 'onSave'> | undefined;
}

function Attachment({ message, author, cards }: Props) {
  if (awaitsFile(message)) return <AwaitedFile message={message} />;
  if (message.extra?.sticker) return <StickerBody message={message} author={author} />;
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
}

/** Whether the body only repeats what the attachment shows. A place that moves has words of its own. */
const repeats = ({ mediaType, extra }: MessageView): boolean =>
  mediaType === 'locationMessage'
    ? !extra?.location?.live
    : ['contactMessage', 'vcard', 'call_log'].includes(mediaType);

/** What a message says: its attachment, its text, and what plugins add. */
export function MessageBody(props: Props) {
  const { message } = props;
  const { text } = message.fromMe ? splitSignature(message.body) : { text: message.body };
  const caption = text !== '' && !repeats(message) && text !== message.media?.name ? text : '';
  return (
    <>
      <KindAbove message={message} />
      <Attachment {...props} />
      {caption === '' ? null : <RichText text={caption} />}
      <KindBelow message={message} />
      <Slot name="message.body" props={{ message }} />
    </>
  );
}
