import useMediaQuery from '@mui/material/useMediaQuery';
import { type ComponentProps, useRef } from 'react';
import { useOutgrown } from './use-outgrown.ts';
import './card-table.css';

interface Props extends ComponentProps<'table'> {
  /** Width of the page, in pixels, up to which rows are cards in any case. */
  readonly below: number;
}

/**
 * Returns a table whose rows are cards on a narrow page, and wherever it has not the room it needs; a cell's `data-label`
 * is the name of its column there.
 */
export const CardTable = ({ below, className = '', ...rest }: Props) => {
  const table = useRef<HTMLTableElement>(null);
  const narrow = useMediaQuery(`(max-width: ${below}px)`);
  const state = useOutgrown(() => table.current?.parentElement, rest.children);
  const asCards = narrow || state !== 'fits';
  return <table className={`table ${className} ${asCards ? 'as-cards' : ''}`} ref={table} {...rest} />;
};
