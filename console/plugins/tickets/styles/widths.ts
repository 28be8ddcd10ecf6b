// The widths at which the workspace changes its shape, as the style sheets have them.

/** One column, targets of 40 px. */
export const PHONE = '(max-width: 599px)';
/** Too narrow for list, thread and contact side by side: the contact is a drawer. */
export const NARROW = '(max-width: 1199px)';
/** A finger: nothing hovers. */
export const TOUCH = '(hover: none)';
