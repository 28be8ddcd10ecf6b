import { useT } from '../../shell/i18n.ts';

const counted = ['users', 'connections', 'queues'] as const;

/** Returns how what a plan has room for is said; what it does not limit (0, or nothing said of it) too. */
export function useLimits(): (limits: Readonly<Partial<Record<(typeof counted)[number], number>>>) => string {
  const t = useT();
  return (limits) =>
    counted.some((what) => limits[what])
      ? counted
          .map((what) =>
            t(`billing.limit.${what}${limits[what] ? '' : '.unlimited'}`, { smart_count: limits[what] }),
          )
          .join(' · ')
      : t('billing.limit.unlimited');
}
