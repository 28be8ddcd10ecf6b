import { CircleAlert } from 'lucide-react';
import type { HTMLAttributes } from 'react';

/** What stands below react-admin's fields. Where it says what is wrong it does so as our own forms' fields do, which bring both themselves. */
export const FieldNote = ({ children, ...more }: HTMLAttributes<HTMLElement>) => {
  const isWrong = more.className?.split(' ').includes('Mui-error') && more.role === undefined;
  if (!isWrong) return <p {...more}>{children}</p>;
  return (
    <p {...more} role="alert">
      <CircleAlert size={14} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
};
