// The widths at which the workspace changes its shape, as the style sheets have them.

/** One column, targets of 40 px. */
export const PHONE = '(max-width: 599px)';
/** List or thread, each in the whole width: beside each other neither could be read. */
export const ONE_COLUMN = '(max-width: 719px)';
/** List and thread side by side leave no room for a row of buttons: they are in a menu. */
export const TIGHT = '(max-width: 899px)';
/** Too narrow for list, thread and contact side by side: the contact is a drawer. */
export const NARROW = '(max-width: 1199px)';
/** A finger: nothing hovers. */
export const TOUCH = '(hover: none)';
