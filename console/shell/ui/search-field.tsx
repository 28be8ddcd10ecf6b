import OutlinedInput from '@mui/material/OutlinedInput';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** The spec's wait for the end of typing. */
const debounceMs = 500;

interface Props {
  readonly label: string;
  readonly className?: string;
  /** What is sought already; where it changes (the address did), the field says it. */
  readonly initial?: string;
  readonly autoFocus?: boolean;
  /** Told trimmed and lower-cased, half a second after the last key; that nothing is sought any more, at once. */
  readonly onSearch: (search: string) => void;
}

/** The search of a list. */
export const SearchField = ({ label, className = '', initial = '', autoFocus = false, onSearch }: Props) => {
  const [text, setText] = useState(initial);
  const toldSearch = useRef(initial);
  const latestHandler = useRef(onSearch);
  latestHandler.current = onSearch;
  useEffect(() => {
    if (initial === toldSearch.current) return;
    toldSearch.current = initial;
    setText(initial);
  }, [initial]);
  useEffect(() => {
    const search = text.trim().toLowerCase();
    if (search === toldSearch.current.toLowerCase()) return;
    const timer = setTimeout(
      () => {
        toldSearch.current = search;
        latestHandler.current(search);
      },
      search === '' ? 0 : debounceMs,
    );
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <OutlinedInput
      type="search"
      size="small"
      fullWidth
      autoFocus={autoFocus}
      className={`search ${className}`}
      startAdornment={<Search size={16} aria-hidden="true" />}
      placeholder={label}
      inputProps={{ 'aria-label': label }}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
};
