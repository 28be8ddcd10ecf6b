import { Paperclip, SendHorizontal, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { v7 as newId } from 'uuid';
import { useT } from '../../../console/shell/i18n.ts';
import { notifyError } from '../../../console/shell/notify.ts';
import { type Customer, write } from './calls.ts';

interface Props {
  readonly connectionId: string;
  readonly customer: Customer;
  readonly onSent: () => unknown;
}

/** What the customer types, with a file if they like. Enter sends; a refusal gives the text back. */
export const Writer = ({ connectionId, customer, onSent }: Props) => {
  const t = useT();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File>();
  const input = useRef<HTMLInputElement>(null);
  const ready = text.trim() !== '' || file !== undefined;
  const send = () => {
    if (!ready) return;
    const sent = { id: newId(), body: text.trim(), ...(file !== undefined && { file }) };
    setText('');
    setFile(undefined);
    write(connectionId, customer, sent).then(onSent, (error: unknown) => {
      setText((typed) => (typed === '' ? sent.body : typed));
      setFile((chosen) => chosen ?? sent.file);
      notifyError(error);
    });
  };
  return (
    <form
      className="ph-writer fixed line-t bg-1 p-8"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {file === undefined ? null : (
        <p className="tp-chosen row gap-6 caption lh-16 pill bg-2">
          <Paperclip size={14} aria-hidden="true" />
          <span className="trunc">{file.name}</span>
          <button
            className="aside"
            type="button"
            aria-label={t('testPhone.noFile')}
            onClick={() => setFile(undefined)}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </p>
      )}
      <div className="tp-line flex gap-4">
        <button
          type="button"
          className="ph-key middle fixed muted"
          aria-label={t('testPhone.attach')}
          title={t('testPhone.attach')}
          onClick={() => input.current?.click()}
        >
          <Paperclip size={18} aria-hidden="true" />
        </button>
        <input
          className="grow lh-18"
          ref={input}
          type="file"
          hidden
          onChange={({ target }) => {
            setFile(target.files?.[0]);
            target.value = '';
          }}
        />
        <textarea
          className="grow lh-18"
          rows={1}
          value={text}
          placeholder={t('testPhone.placeholder')}
          aria-label={t('testPhone.placeholder')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <button
          type="submit"
          className="ph-key ph-send middle fixed muted"
          disabled={!ready}
          aria-label={t('testPhone.send')}
        >
          <SendHorizontal size={16} aria-hidden="true" />
        </button>
      </div>
    </form>
  );
};
