import { useState } from 'react';
import { v7 as newId } from 'uuid';
import { useLocale } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { useVersion } from '../../../shell/use-version.ts';
import { fileSize } from '../message/media.ts';

/** As many as the server takes in one request. */
const MAX_FILES = 10;

export interface Attached {
  readonly key: string;
  readonly file: File;
}

/** What is attached where, for the life of the page: looking something up elsewhere takes no file away. */
const heldFiles = new Map<string, readonly Attached[]>();

/** Returns the files that go with the next message, in the order they were chosen, pasted or dropped. */
export function useAttached(userId: string, ticketId: string) {
  const key = `${userId}.${ticketId}`;
  const [files, show] = useState<readonly Attached[]>(() => heldFiles.get(key) ?? []);
  const setFiles = (change: (files: readonly Attached[]) => readonly Attached[]) => {
    const next = change(heldFiles.get(key) ?? []);
    if (next.length === 0) heldFiles.delete(key);
    else heldFiles.set(key, next);
    show(next);
  };
  const locale = useLocale();
  const mostBytes = useVersion().data?.maxUploadBytes ?? Number.POSITIVE_INFINITY;
  return {
    files,
    add: (list: Iterable<File> | null) => {
      // A folder, or a dragged text, comes as a file without content.
      const givenFiles = [...(list ?? [])];
      if (givenFiles.some((file) => file.size === 0)) notify.error('tickets.composer.emptyFile');
      // Refused here by name, rather than after minutes of sending.
      const large = givenFiles.find((file) => file.size > mostBytes);
      if (large !== undefined) {
        const values = { name: large.name, max: fileSize(mostBytes, locale) };
        notify.error('tickets.composer.tooLarge', { values });
      }
      const fresh = givenFiles.filter((file) => file.size > 0 && file.size <= mostBytes);
      const room = MAX_FILES - files.length;
      if (fresh.length > room) notify.error('tickets.composer.tooMany', { values: { max: MAX_FILES } });
      setFiles((before) => [
        ...before,
        ...fresh.slice(0, MAX_FILES - before.length).map((file) => ({ key: newId(), file })),
      ]);
    },
    remove: (key: string) => setFiles((before) => before.filter((one) => one.key !== key)),
    clear: () => setFiles(() => []),
  };
}

export type AttachedFilesState = ReturnType<typeof useAttached>;
