import type { ImportProgress } from '../data/calls.ts';

export const rowsSeen = ({ created, existing, refused }: ImportProgress): number =>
  created + existing + refused;

/** How much of an import is done. */
export const ImportBar = ({
  progress,
  label,
}: {
  readonly progress: ImportProgress | undefined;
  readonly label: string;
}) => {
  const share = (): number => {
    if (progress === undefined) return 0;
    if (progress.status === 'done') return 100;
    return progress.total === 0 ? 0 : Math.floor((100 * rowsSeen(progress)) / progress.total);
  };
  return (
    <div
      className="ct-progress pill bg-2 clip"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share()}
    >
      <span className="block high bg-accent" style={{ width: `${share()}%` }} />
    </div>
  );
};
