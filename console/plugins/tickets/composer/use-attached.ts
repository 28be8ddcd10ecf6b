import { v7 as newId } from 'uuid';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { useLocale } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { useVersion } from '../../../shell/use-version.ts';
import { fileSize } from '../message/media.ts';

/** As many as the server takes in one request. */
const MAX_FILES = 10;

export interface Attached {
  readonly key: string;
  readonly file: File;
  /** Length of a recording. */
  readonly seconds?: number;
}

/** What is attached where, for the life of the page: looking something up elsewhere takes no file away. */
const heldFiles = createStore<ReadonlyMap<string, readonly Attached[]>>(() => new Map());
const none: readonly Attached[] = [];

/** Returns the files that go with the next message, in the order they were chosen, pasted or dropped. */
export function useAttached(userId: string, ticketId: string) {
  const key = `${userId}.${ticketId}`;
  const files = useStore(heldFiles, (held) => held.get(key) ?? none);
  const held = () => heldFiles.getState().get(key) ?? none;
  const setFiles = (next: readonly Attached[]) =>
    heldFiles.setState(new Map(heldFiles.getState()).set(key, next), true);
  const locale = useLocale();
  const mostBytes = useVersion().data?.maxUploadBytes ?? Number.POSITIVE_INFINITY;
  return {
    files,
    /** Returns how many of them are attached now. @param seconds length of what was recorded, which is there however many are */
    add: (list: Iterable<File> | null, seconds?: number): number => {
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
      const taken = fresh.slice(
        0,
        seconds === undefined ? Math.max(0, MAX_FILES - held().length) : fresh.length,
      );
      if (fresh.length > taken.length)
        notify.error('tickets.composer.tooMany', { values: { max: MAX_FILES } });
      const facts = seconds === undefined ? {} : { seconds };
      setFiles([...held(), ...taken.map((file) => ({ key: newId(), file, ...facts }))]);
      return taken.length;
    },
    remove: (key: string) => setFiles(held().filter((one) => one.key !== key)),
    clear: () => setFiles(none),
  };
}

export type AttachedFilesState = ReturnType<typeof useAttached>;
