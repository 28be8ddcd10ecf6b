import { useEffect } from 'react';

const said = { unread: 0, section: '', page: '' };

function write(): void {
  const { unread, section, page } = said;
  const name = page || section;
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${name === '' ? '' : `${name} · `}Balcão`;
}

/**
 * Names the browser's tab: what is read there, in the history and by who cannot see the page is where one is.
 * @param level `section` is what the menu calls it, said where the page itself says nothing
 */
export function usePageTitle(name: string, level: 'section' | 'page' = 'page'): void {
  useEffect(() => {
    said[level] = name;
    write();
    return () => {
      said[level] = '';
      write();
    };
  }, [name, level]);
}

/** Says before the name how much is unread, for whoever works in another tab. */
export function useUnreadTitle(many: number): void {
  useEffect(() => {
    said.unread = many;
    write();
    return () => {
      said.unread = 0;
      write();
    };
  }, [many]);
}
