import type { ImportView } from '../../../../contract/contact-import.ts';
import { ProgressBar } from '../../../shell/ui/progress-bar.tsx';

export const rowsSeen = ({ created, existing, refused }: ImportView): number => created + existing + refused;

/** How much of an import is done. */
export const ImportBar = ({
  progress,
  label,
}: {
  readonly progress: ImportView | undefined;
  readonly label: string;
}) => {
  const share = (): number => {
    if (progress === undefined) return 0;
    if (progress.status === 'done') return 100;
    return progress.total === 0 ? 0 : Math.floor((100 * rowsSeen(progress)) / progress.total);
  };
  return <ProgressBar label={label} all={100} now={share()} parts={[{ count: share() }]} />;
};
