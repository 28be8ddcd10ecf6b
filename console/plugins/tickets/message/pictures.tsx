import { type ComponentType, createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { notifyError } from '../../../shell/notify.ts';
import { picturesOf } from './picture-list.ts';
import type { ViewerProps } from './picture-viewer.tsx';

const Opening = createContext<(messageId: string) => void>(() => {});

/** Returns what opens the viewer at the picture of a message of the thread around. */
export const useOpenPicture = () => useContext(Opening);

interface Props {
  readonly messages: readonly MessageView[];
  readonly contact: string;
  /** Asks for messages before the first one. */
  readonly onFirst: () => void;
  readonly children: ReactNode;
}

/** A thread whose pictures can be looked at one after the other. The viewer's code comes when the first one is opened. */
export function Pictures({ messages, contact, onFirst, children }: Props) {
  const [Viewer, setViewer] = useState<ComponentType<ViewerProps>>();
  const [shown, setShown] = useState<string>();
  const pictures = useMemo(() => picturesOf(messages), [messages]);
  const open = useMemo(
    () => (messageId: string) => {
      setShown(messageId);
      import('./picture-viewer.tsx')
        .then((loaded) => setViewer(() => loaded.PictureViewer))
        .catch(notifyError);
    },
    [],
  );
  // Deleted while it is looked at: nothing is left to be shown.
  const at = pictures.findIndex(({ id }) => id === shown);
  return (
    <Opening value={open}>
      {children}
      {Viewer === undefined || at === -1 ? null : (
        <Viewer
          pictures={pictures}
          at={at}
          contact={contact}
          onShow={(index) => {
            setShown(pictures[index]?.id);
            if (index === 0) onFirst();
          }}
          onClose={() => setShown(undefined)}
        />
      )}
    </Opening>
  );
}
