import useMediaQuery from '@mui/material/useMediaQuery';
import type { ComponentProps } from 'react';
import './card-table.css';

interface Props extends ComponentProps<'table'> {
  /** Width of the page, in pixels, up to which rows are cards. */
  readonly below: number;
}

/** Returns a table whose rows are cards on a narrow page; a cell's `data-label` is the name of its column there. */
export const CardTable = ({ below, className = '', ...rest }: Props) => {
  const narrow = useMediaQuery(`(max-width: ${below}px)`);
  return <table className={`table ${className} ${narrow ? 'as-cards' : ''}`} {...rest} />;
};
