import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import {
  type ChargeView,
  type CheckoutForm,
  checkoutForm,
  type InvoiceView,
} from '../../../contract/invoice.ts';
import type { OwnPlan, PublicPlan } from '../../../contract/plan.ts';
import type { Billing } from '../../../domain/company/events.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { TextInput } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { useMoney } from '../../shell/money.ts';
import { notify } from '../../shell/notify.ts';
import { paidPlansQuery } from '../../shell/plans.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';
import { type Choice, choicesOf } from './choices.ts';
import { subscribe } from './data.ts';
import { PixStep } from './pix-step.tsx';
import type { ToPay } from './to-pay.ts';

const steps = ['data', 'plan', 'review'] as const;
type Step = (typeof steps)[number];
const ofFirst = ['firstName', 'lastName', 'address2', 'city', 'state', 'zipcode', 'country'] as const;
/** The spec has a sentence for each. */
const neededFields = new Set(['firstName', 'address2', 'city', 'zipcode', 'country']);

const Field = ({ name, ...rest }: { name: (typeof ofFirst)[number]; autoComplete: string }) => {
  const t = useT();
  const { register, formState } = useFormContext<CheckoutForm>();
  const wrong = formState.errors[name] !== undefined;
  return (
    <LabelledField
      {...register(name)}
      {...rest}
      label={t(`billing.field.${name}`)}
      optional={!neededFields.has(name)}
      htmlInput={{ maxLength: 200 }}
      wrong={wrong ? t(neededFields.has(name) ? `billing.required.${name}` : 'fields.invalid') : undefined}
    />
  );
};

const Data = () => {
  const t = useT();
  return (
    <div className="grid gap-16 two phone-one">
      <Field name="firstName" autoComplete="given-name" />
      <Field name="lastName" autoComplete="family-name" />
      <div className="grid whole">
        <Field name="address2" autoComplete="street-address" />
      </div>
      <Field name="city" autoComplete="address-level2" />
      <Field name="state" autoComplete="address-level1" />
      <Field name="zipcode" autoComplete="postal-code" />
      <TextInput<CheckoutForm>
        name="country"
        label={t('billing.field.country')}
        choices={[
          { value: 'BR', label: t('billing.country.BR') },
          { value: 'usa', label: t('billing.country.usa') },
        ]}
      />
    </div>
  );
};

/** What another plan has not that the company's own has: chosen by its price alone it would be missed later. */
const Without = ({ lost }: Pick<Choice, 'lost'>) => {
  const t = useT();
  return lost.length === 0 ? null : (
    <span className="hint t-warning block">
      {t('billing.plan.without', { features: lost.map((flag) => t(`billing.feature.${flag}`)).join(', ') })}
    </span>
  );
};

const limitsOf = (t: ReturnType<typeof useT>, plan: PublicPlan) =>
  (['users', 'connections', 'queues'] as const)
    .map((what) => t(`billing.limit.${what}`, { smart_count: plan[what] }))
    .join(' · ');

const Plans = ({ choices }: { readonly choices: readonly Choice[] }) => {
  const t = useT();
  const money = useMoney();
  const { register, watch } = useFormContext<CheckoutForm>();
  const chosenPlan = watch('plan');
  return (
    <fieldset className="grid gap-12">
      <legend className="vh">{t('billing.step.plan')}</legend>
      {choices.map(({ id, name, isOwn, lost, plan }) => (
        <label key={id} className="choice flex gap-12 top p-12-16 r-md press" data-chosen={chosenPlan === id}>
          <input type="radio" value={id} {...register('plan')} />
          <span className="grow">
            <b>{name}</b> {isOwn ? <small className="tag c-none">{t('billing.plan.current')}</small> : null}
            {plan ? <span className="muted num small block">{limitsOf(t, plan)}</span> : null}
            <Without lost={lost} />
          </span>
          {plan ? (
            <span className="num nowrap">
              <b>{money(plan.value)}</b> <span className="subtle">{t('billing.month')}</span>
            </span>
          ) : null}
        </label>
      ))}
    </fieldset>
  );
};

const Review = ({ chosen }: { readonly chosen: Choice }) => {
  const t = useT();
  const money = useMoney();
  const { firstName, lastName, address2, city, state, zipcode } = useFormContext<CheckoutForm>().getValues();
  return (
    <>
      <dl className="pairs grid gap-8 small">
        <dt className="subtle">{t('billing.review.who')}</dt>
        <dd className="medium">
          {firstName} {lastName}
          <span className="muted regular block">
            {[address2, city, state, zipcode].filter(Boolean).join(', ')}
          </span>
        </dd>
        <dt className="subtle">{t('billing.plan')}</dt>
        <dd className="medium">{chosen.name}</dd>
        <dt className="subtle">{t('billing.review.how')}</dt>
        <dd className="medium">Pix</dd>
      </dl>
      <p className="flex between p-12-16 r-md bg-2">
        <span>{t('billing.total')}</span>
        <b className="num">{money(chosen.total)}</b>
      </p>
      {chosen.isOwn ? null : <p className="hint">{t('billing.review.other')}</p>}
      <Without lost={chosen.lost} />
    </>
  );
};

const Steps = ({ at }: { readonly at: number }) => {
  const t = useT();
  return (
    <ol className="bl-steps steps grow flex gap-12 end small regular">
      {steps.map((step, index) => (
        <li
          className="row gap-6 muted"
          key={step}
          data-done={index < at}
          aria-current={index === at ? 'step' : undefined}
        >
          <i className="middle round" aria-hidden="true">
            {index < at ? <Check size={14} /> : index + 1}
          </i>
          <span>{t(`billing.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
};

interface Props {
  readonly invoice: ToPay;
  /** The company's own plan, which an invoice that was priced to another does not tell. */
  readonly own: OwnPlan | null;
  readonly payer: boolean;
  readonly billing: Billing | null;
  readonly onRenewed: (invoice: InvoiceView) => void;
  readonly onClose: () => void;
}

/** Paying an invoice: three steps, then the Pix code. */
export const Checkout = ({ invoice, own, payer, billing, onRenewed, onClose }: Props) => {
  const t = useT();
  const id = useId();
  const money = useMoney();
  const attempt = useAttempt();
  const element = useRef<HTMLFormElement>(null);
  const plans = useQuery(paidPlansQuery);
  const [at, setAt] = useState(0);
  const [charge, setCharge] = useState<ChargeView>();
  const { form, busy, onSubmit } = useSaveForm<CheckoutForm, CheckoutForm>({
    schema: checkoutForm as never,
    values: {
      firstName: billing?.firstName ?? '',
      lastName: billing?.lastName ?? '',
      address2: billing?.address2 ?? '',
      city: billing?.city ?? '',
      state: billing?.state ?? '',
      zipcode: billing?.zipcode ?? '',
      country: billing?.country === 'usa' ? 'usa' : 'BR',
      useAddressForPaymentDetails: false,
      plan: invoice.planId,
      invoiceId: invoice.id,
    },
    save: async (typed) => {
      setCharge(await subscribe(typed, attempt(typed), payer));
      notify.success('billing.subscribed');
    },
  });
  const step: Step = steps[at] ?? 'data';
  const choices = choicesOf(plans.data ?? [], own, invoice);
  const chosenPlan = form.watch('plan');
  const chosen = choices.find(({ id }) => id === chosenPlan);
  const goNext = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    if (step === 'review') {
      await onSubmit();
      return;
    }
    if (step === 'data' && !(await form.trigger([...ofFirst]))) {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    setAt(at + 1);
  };
  if (charge !== undefined)
    return <PixStep charge={charge} payer={payer} onRenewed={onRenewed} onClose={onClose} />;
  return (
    <FormTheme>
      <FormProvider {...form}>
        <Dialog open onClose={onClose} aria-labelledby={id}>
          <form ref={element} onSubmit={(event) => void goNext(event)} noValidate>
            <DialogTitle component="header">
              <h2 id={id}>{t('billing.checkout', { value: money(chosen?.total ?? invoice.value) })}</h2>
              <Steps at={at} />
              <IconButton label={t('shell.close')} icon={X} onClick={onClose} />
            </DialogTitle>
            <DialogContent>
              {step === 'data' ? <Data /> : null}
              {step !== 'data' && plans.isPending ? <SkeletonRows rows={3} height={72} /> : null}
              {step !== 'data' && plans.error ? (
                <ErrorState error={plans.error} retry={() => void plans.refetch()} />
              ) : null}
              {step === 'plan' && plans.data ? <Plans choices={choices} /> : null}
              {step === 'review' && plans.data && chosen ? <Review chosen={chosen} /> : null}
            </DialogContent>
            <DialogActions disableSpacing>
              <Button size="large" onClick={() => (at === 0 ? onClose() : setAt(at - 1))}>
                {t(at === 0 ? 'shell.cancel' : 'billing.back')}
              </Button>
              <Button type="submit" size="large" variant="contained" aria-disabled={busy} aria-busy={busy}>
                {t(step === 'review' ? 'billing.pay' : 'billing.forward')}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      </FormProvider>
    </FormTheme>
  );
};
