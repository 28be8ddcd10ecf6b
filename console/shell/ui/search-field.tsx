import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';

/** The spec's wait for the end of typing. */
const debounceMs = 500;

interface Props {
  readonly label: string;
  readonly className: string;
  readonly initial?: string;
  /** Told trimmed and lower-cased, half a second after the last key; that nothing is sought any more, at once. */
  readonly onSearch: (search: string) => void;
}

/** The search of a list. */
export const SearchField = ({ label, className, initial = '', onSearch }: Props) => {
  const [text, setText] = useState(initial);
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim().toLowerCase()), text === '' ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <label className={`in-t ${className}`}>
      <Search className="i" size={16} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </label>
  );
};
