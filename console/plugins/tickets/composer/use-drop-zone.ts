import { type RefObject, useEffect, useRef, useState } from 'react';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Whether files hover over the conversation now. Those dropped anywhere on it are taken: a browser opens a file that
 * nobody takes, and the page is gone.
 */
export function useDropZone(
  inside: RefObject<HTMLElement | null>,
  onFiles: (files: FileList) => void,
): boolean {
  const [over, setOver] = useState(false);
  const latestHandler = useRef(onFiles);
  latestHandler.current = onFiles;
  useEffect(() => {
    const zone = inside.current?.closest<HTMLElement>('.tk-thread');
    if (!zone) return;
    const listening = new AbortController();
    const { signal } = listening;
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    zone.addEventListener('dragenter', drag, { signal });
    zone.addEventListener('dragover', drag, { signal });
    zone.addEventListener(
      'dragleave',
      (event) => {
        // Also said for each part the pointer passes inside the zone.
        if (!(event.relatedTarget instanceof Node) || !zone.contains(event.relatedTarget)) setOver(false);
      },
      { signal },
    );
    zone.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        if (!hasFiles(event) || event.dataTransfer === null) return;
        event.preventDefault();
        latestHandler.current(event.dataTransfer.files);
      },
      { signal },
    );
    return () => listening.abort();
  }, [inside]);
  return over;
}
