import { useQuery } from '@tanstack/react-query';
import { useT } from '../../shell/i18n.ts';
import { useSession } from '../../shell/session.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { settingsQuery } from './data.ts';
import { OptionRow } from './option-row.tsx';
import { groups, isOfPlatform } from './options.ts';

/** What the company chose, each choice in force as soon as it is made. */
export const OptionsTab = () => {
  const t = useT();
  const { user, can } = useSession();
  const { data: settings, error, isError, refetch } = useQuery(settingsQuery);
  const readOnly = !can('settings:manage');
  const seen = groups.filter(({ options }) => user.super || !options.some(({ key }) => isOfPlatform(key)));
  return (
    <>
      {settings === undefined && isError ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {settings === undefined && !isError ? <SkeletonRows rows={8} height={56} /> : null}
      {settings === undefined
        ? null
        : seen.map(({ id, options }, index) => (
            <section key={id} className="card parted fixed mb-16" aria-labelledby={`settings.${id}`}>
              <header className="card-h row wrap py-8">
                <h2 id={`settings.${id}`}>{t(`settings.group.${id}`)}</h2>
                {index === 0 ? (
                  <p className="small muted">{t(readOnly ? 'settings.readOnly' : 'settings.atOnce')}</p>
                ) : null}
                {id === 'platform' ? <p className="small muted">{t('settings.forAll')}</p> : null}
              </header>
              {options.map((option) => (
                <OptionRow
                  key={option.key}
                  option={option}
                  setting={settings[option.key] ?? { key: option.key, value: user.company.timeZone }}
                  readOnly={readOnly}
                />
              ))}
            </section>
          ))}
    </>
  );
};
