import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useId } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { useT } from '../i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { FormTheme } from './form-theme.tsx';
import './form-dialog.css';
import { changesOf } from './changes.ts';
import { LeaveGuard, useAskedClose } from './leaving.tsx';
import { useWrongFocus } from './wrong-focus.ts';

interface Props<In extends FieldValues, Out> {
  readonly title: string;
  /** Of `useSaveForm`: its fields find it around them. Absent: parts that keep their values themselves. */
  readonly form?: UseFormReturn<In, unknown, Out>;
  readonly busy: boolean;
  /** Something waits to be saved with the form that is none of its values: a file, hours. */
  readonly isUnsaved?: boolean;
  readonly onSubmit: () => unknown;
  readonly onClose: () => void;
  /** Name of the deed, on the one contained button; default: 'save'. */
  readonly submit?: string;
  /** Nothing is left to be cancelled: the deed's button is the only way on. */
  readonly done?: boolean;
  /** Nothing can be changed any more: there is no deed. */
  readonly readOnly?: boolean;
  /** Room for long texts. */
  readonly wide?: boolean;
  /** Stands left of the buttons. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A form in a dialog: title, fields, one deed. On a phone it fills the screen. */
export function FormDialog<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { title, form, busy, onSubmit, onClose, submit, done = false, wide = false, aside, children } = props;
  const { readOnly = false } = props;
  const t = useT();
  const id = useId();
  const { element, tried } = useWrongFocus(busy);
  // What is to be saved may be much work; another deed is asked for in a choice or two.
  const saves = form !== undefined && submit === undefined && !readOnly && !done;
  const isTyped = () =>
    saves &&
    (props.isUnsaved || Object.keys(changesOf(form.getValues(), form.formState.defaultValues)).length > 0);
  const { askClose, question } = useAskedClose(isTyped, onClose);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A form in a portal: React would hand the event on to a form around the component that opened the dialog.
    event.stopPropagation();
    // Enter in a field submits as well: a second time would be a second command.
    if (busy || readOnly) return;
    tried();
    onSubmit();
  };
  const dialog = (
    <Dialog
      open
      // What is shown once is not lost by a key or a click beside it.
      {...(!done && { onClose: askClose })}
      aria-labelledby={id}
      {...(!wide && { slotProps: { paper: { className: 'form-dialog' } } })}
    >
      <form ref={element} onSubmit={send} noValidate>
        <DialogTitle component="header">
          <h2 id={id}>{title}</h2>
          <IconButton label={t('shell.close')} icon={X} onClick={askClose} />
        </DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions disableSpacing>
          {aside === undefined ? null : <div className="grow">{aside}</div>}
          {done ? null : (
            <Button size="large" onClick={onClose}>
              {t(readOnly ? 'shell.close' : 'shell.cancel')}
            </Button>
          )}
          {readOnly ? null : (
            <Button type="submit" size="large" variant="contained" aria-disabled={busy} aria-busy={busy}>
              {submit ?? t('shell.save')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
  return (
    <FormTheme>
      {form === undefined ? dialog : <FormProvider {...form}>{dialog}</FormProvider>}
      {question}
      {saves ? <LeaveGuard isUnsaved={isTyped} isSaving={busy} onLeave={onClose} /> : null}
    </FormTheme>
  );
}
