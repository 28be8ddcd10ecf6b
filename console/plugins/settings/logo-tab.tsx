import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Info, Upload } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import type { LogoRef } from '../../../domain/company/logos.ts';
import { ApiError } from '../../shell/api.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { LogoCard } from './logo-card.tsx';
import { acceptedTypes, isAccepted, logosQuery, removeLogo, sendLogo } from './logo-data.ts';
import './logo.css';

/** Long enough to read that it is done; the page itself shows the image where it belongs. */
const readMs = 1_000;
const reloadSoon = () => void setTimeout(() => location.reload(), readMs);

interface Sending {
  readonly ref: LogoRef;
  readonly file: File;
}

/**
 * Returns what sends an image, or says why not: the reasons are about the file, whoever finds them. One at a time,
 * and none once the page is about to be drawn anew.
 */
function useSend() {
  const isUnderWay = useRef(false);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async ({ ref, file }: Sending) => {
      if (!isAccepted(file)) throw new ApiError(415, 'ERR_MEDIA_TYPE', 'not a PNG, ICO or SVG');
      await sendLogo(ref, file);
    },
    onSuccess: () => {
      notify.success('settings.logo.sent');
      reloadSoon();
    },
    onError: (error) => {
      isUnderWay.current = false;
      if (error instanceof ApiError && error.code === 'ERR_MEDIA_TYPE')
        notify.error(error.errors?.file === 'tooLong' ? 'settings.logo.tooLarge' : 'settings.logo.type');
      else notifyError(error);
    },
  });
  const send = (sending: Sending) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(sending);
  };
  return { send, busy: isPending || isSuccess };
}

interface FormProps {
  readonly refs: readonly LogoRef[];
  readonly busy: boolean;
  readonly send: (sending: Sending) => void;
}

/** What is wrong is said in the words of these images: `settings.logo.*`. */
const schema = z.object({
  file: z
    .custom<File | undefined>()
    .refine((file) => file !== undefined, { error: 'noFile', abort: true })
    .refine((file) => isAccepted(file as File), 'type')
    .transform((file) => file as File),
  ref: z
    .custom<LogoRef | ''>()
    .refine((ref) => ref !== '', 'noPlace')
    .transform((ref) => ref as LogoRef),
});

/** An image for a place that is chosen here. */
const LogoForm = ({ refs, busy, send }: FormProps) => {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const { form, onSubmit } = useSaveForm({
    schema,
    values: { file: undefined, ref: '' },
    save: async (sending) => send(sending),
  });
  const { field, fieldState } = useController({ control: form.control, name: 'file' });
  const place = useController({ control: form.control, name: 'ref' });
  const file = field.value;
  const preview = useMemo(() => (file && isAccepted(file) ? URL.createObjectURL(file) : undefined), [file]);
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview]);
  const wrong = ({ error }: { readonly error?: { readonly message?: string } }) =>
    error?.message && t(`settings.logo.${error.message}`);
  return (
    <form
      className="card lo-form phone-one grid gap-12 fixed top p-16 mb-16"
      onSubmit={(event) => void onSubmit(event)}
      noValidate
      aria-label={t('settings.logo.form')}
    >
      <div className="lo-file phone-wrap row gap-12 narrow muted h-40">
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          aria-label={t('settings.logo.file')}
          accept={acceptedTypes}
          onChange={(event) => {
            field.onChange(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button
          variant="outlined"
          startIcon={<Upload size={16} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t('settings.logo.choose')}
        </Button>
        {preview === undefined ? null : (
          <img className="fixed r-md" src={preview} alt={t('settings.logo.preview')} />
        )}
        {wrong(fieldState) ? (
          <span className="small t-danger" role="alert">
            {wrong(fieldState)}
          </span>
        ) : (
          <span className="trunc">{file?.name ?? t('settings.logo.none')}</span>
        )}
      </div>
      <LabelledField
        htmlInput={{ 'aria-label': t('settings.logo.place') }}
        value={place.field.value}
        wrong={wrong(place.fieldState)}
        onChange={place.field.onChange}
        choices={[
          { value: '', label: t('settings.logo.placeNone') },
          ...refs.map((one) => ({ value: one, label: t(`settings.logo.${one}`) })),
        ]}
      />
      <Button type="submit" variant="contained" aria-disabled={busy}>
        {t('settings.logo.send')}
      </Button>
    </form>
  );
};

/** Logos and icons of the installation, each shown where it will stand. */
export const LogoTab = () => {
  const t = useT();
  const { data, error, refetch } = useQuery(logosQuery);
  const { send, busy } = useSend();
  const [removing, setRemoving] = useState<LogoRef>();
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <SkeletonRows rows={4} />;
  return (
    <>
      <FormTheme>
        <LogoForm refs={data.map(({ ref }) => ref)} busy={busy} send={send} />
      </FormTheme>
      <div className="lo-grid phone-one grid gap-16 fixed three">
        {data.map((logo) => (
          <LogoCard
            key={logo.ref}
            logo={logo}
            busy={busy}
            onFile={(file) => send({ ref: logo.ref, file })}
            onRemove={() => setRemoving(logo.ref)}
          />
        ))}
      </div>
      <p className="row small muted my-12">
        <Info size={16} aria-hidden="true" />
        {t('settings.logo.hint')}
      </p>
      {removing === undefined ? null : (
        <ConfirmDialog
          open
          title={t('settings.logo.remove.title')}
          text={t('settings.logo.remove.text')}
          action={t('settings.logo.remove')}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            await removeLogo(removing);
            notify.success('settings.logo.removed');
            reloadSoon();
          }}
        />
      )}
    </>
  );
};
