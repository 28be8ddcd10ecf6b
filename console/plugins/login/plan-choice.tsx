import { useId } from 'react';
import { useController } from 'react-hook-form';
import type { PublicPlan } from '../../../contract/plan.ts';
import type { PlanFlag } from '../../../domain/company/events.ts';
import { useCodeText } from '../../shell/form/inputs.tsx';
import { useT } from '../../shell/i18n.ts';
import { useMoney } from '../../shell/money.ts';
import type { SignUp } from './signup-data.ts';

const features: readonly PlanFlag[] = [
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
  'useExternalApi',
];

/** The plans that a visitor may choose, with their price and limits; the chosen one says what it has. */
export const PlanChoice = ({ plans }: { readonly plans: readonly PublicPlan[] }) => {
  const t = useT();
  const id = useId();
  const { field, fieldState } = useController<SignUp, 'planId'>({ name: 'planId' });
  const errorText = useCodeText()(fieldState.error?.message);
  const money = useMoney();
  const limits = ({ users, connections, queues }: PublicPlan) =>
    Object.entries({ users, connections, queues })
      .map(([name, count]) => t(`signup.plan.${name}`, { smart_count: count }))
      .join(', ');
  return (
    <fieldset
      className="grid gap-8"
      aria-describedby={errorText === undefined ? undefined : id}
      aria-invalid={errorText === undefined ? undefined : true}
    >
      <legend className="small medium lh-18 mb-8">{t('signup.plan')}</legend>
      {plans.map((plan, at) => {
        const isChosen = field.value === plan.id;
        const has = features.filter((flag) => plan[flag]).map((flag) => t(`signup.plan.${flag}`));
        return (
          <label key={plan.id} className="choice flex gap-12 top p-8-12 r-md press" data-chosen={isChosen}>
            <input
              type="radio"
              name={field.name}
              value={plan.id}
              checked={isChosen}
              onChange={() => field.onChange(plan.id)}
              onBlur={field.onBlur}
              ref={at === 0 ? field.ref : undefined}
            />
            <span className="grid grow">
              <span className="row wrap between">
                <b>{plan.name}</b>
                <span className="num">
                  <b>{money(plan.value)}</b> <span className="subtle">{t('signup.plan.month')}</span>
                </span>
              </span>
              <span className="muted num small lh-18">{limits(plan)}</span>
              {isChosen && has.length > 0 ? (
                <span className="muted small lh-18">
                  {t('signup.plan.has', { features: has.join(', ') })}
                </span>
              ) : null}
            </span>
          </label>
        );
      })}
      {plans.length === 0 ? <p className="hint">{t('signup.plan.none')}</p> : null}
      {errorText === undefined ? null : (
        <p className="hint err" id={id} role="alert">
          {errorText}
        </p>
      )}
    </fieldset>
  );
};
