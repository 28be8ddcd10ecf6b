import { useState } from 'react';
import { v7 as newId } from 'uuid';
import { notify } from '../../../shell/notify.ts';

/** As many as the server takes in one request. */
export const MAX_FILES = 10;

export interface Attached {
  readonly key: string;
  readonly file: File;
}

/** The files that go with the next message, in the order they were chosen, pasted or dropped. */
export const useAttached = () => {
  const [files, setFiles] = useState<readonly Attached[]>([]);
  return {
    files,
    add: (list: FileList | null) => {
      // A folder, or a dragged text, comes as a file without content.
      const fresh = [...(list ?? [])].filter((file) => file.size > 0);
      const room = MAX_FILES - files.length;
      if (fresh.length > room) notify.error('tickets.composer.tooMany', { values: { max: MAX_FILES } });
      setFiles([...files, ...fresh.slice(0, room).map((file) => ({ key: newId(), file }))]);
    },
    remove: (key: string) => setFiles(files.filter((one) => one.key !== key)),
    clear: () => setFiles([]),
  };
};
