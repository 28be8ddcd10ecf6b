import Dialog from '@mui/material/Dialog';
import { fireEvent, render } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ignoreSecondClicks } from './second-click.ts';

ignoreSecondClicks();

const Opened = () => {
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog open={isOpen} data-open={isOpen} onClose={() => setOpen(false)} transitionDuration={0}>
      here
    </Dialog>
  );
};

test('the second click of a double one does not close the dialog that the first opened; a click of its own does', () => {
  render(<Opened />);
  const beside = document.querySelector('.MuiDialog-container');
  if (beside === null) throw new Error('MUI names what is around a dialog otherwise');
  const click = (detail: number) => {
    fireEvent.mouseDown(beside, { detail });
    fireEvent.click(beside, { detail });
  };
  const isClosing = () => document.querySelector('.MuiDialog-root')?.getAttribute('data-open') !== 'true';
  click(2);
  expect(isClosing()).toBe(false);
  click(1);
  expect(isClosing()).toBe(true);
});
