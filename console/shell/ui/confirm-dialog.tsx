import { loadLater } from '../later.tsx';
import type { ConfirmProps } from './confirm-question.tsx';

/** The one dialog that asks first; its code comes when it is first opened. */
const Question = loadLater<ConfirmProps>(() =>
  import('./confirm-question.tsx').then((m) => ({ default: m.ConfirmQuestion })),
);

export const ConfirmDialog = (props: ConfirmProps) => (props.open ? <Question {...props} /> : null);
