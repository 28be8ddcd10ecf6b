import { MessagesSquare, UserPlus, Wallet } from 'lucide-react';
import type { PublicPlan } from '../../../contract/plan.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';

const dayMs = 24 * 3_600_000;

/** What happens today, when the trial ends, and after it; a plan that costs nothing has no end. */
export const Road = ({ trial, plan }: { readonly trial: number; readonly plan: PublicPlan | undefined }) => {
  const t = useT();
  const language = intlLocale[useLocale()];
  const today = new Date();
  const end = new Date(today.getTime() + trial * dayMs);
  const weekday = (date: Date) =>
    new Intl.DateTimeFormat(language, { weekday: 'long' }).format(date).replace(/-feira$/, '');
  const written = (date: Date) =>
    new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit' }).format(date);
  const day = (date: Date) => ({ weekday: weekday(date), day: written(date) });
  const begin = { icon: UserPlus, title: t('signup.today', day(today)), text: t('signup.today.text') };
  const isFree = plan?.value === 0;
  const steps = isFree
    ? [begin, { icon: Wallet, title: t('signup.after'), text: t('signup.after.free') }]
    : [
        begin,
        {
          icon: MessagesSquare,
          title: t('signup.until', day(end)),
          text: t(plan?.useCampaigns === false ? 'signup.until.plan' : 'signup.until.text', {
            smart_count: trial,
          }),
        },
        { icon: Wallet, title: t('signup.after'), text: t('signup.after.text') },
      ];
  return (
    <>
      <div className="su-side">
        <h1>
          {t('signup.hero.today')} <br />
          {isFree ? t('signup.hero.free') : t('signup.hero.end', { when: t(`signup.on.${end.getDay()}`) })}
        </h1>
        <ol className="su-road">
          {steps.map(({ icon: Icon, title, text }) => (
            <li key={title} className="at flex gap-16 lh-20">
              <i className="middle fixed round">
                <Icon size={16} aria-hidden="true" />
              </i>
              <span>
                <b className="block message">{title}</b>
                {text}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <p className="su-fine small at">{t('signup.fine')}</p>
    </>
  );
};
