import { Lock } from 'lucide-react';
import { useT } from '../../../shell/i18n.ts';
import type { ComposeMode } from '../commands/ticket-commands.ts';

interface Props {
  readonly mode: ComposeMode;
  readonly onMode: (mode: ComposeMode) => void;
}

/** To the contact, or for colleagues only. */
export function Modes({ mode, onMode }: Props) {
  const t = useT();
  const button = (its: ComposeMode, label: string) => (
    <button
      className="inline gap-4 caption medium muted r-sm"
      type="button"
      aria-pressed={mode === its}
      onClick={() => onMode(its)}
    >
      {its === 'note' ? <Lock size={12} aria-hidden="true" /> : null}
      {label}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend on the screen
    <div className="tk-modes flex gap-4 mt-8 px-8" role="group" aria-label={t('tickets.composer.modes')}>
      {button('message', t('tickets.composer.reply'))}
      {button('note', t('tickets.composer.note'))}
    </div>
  );
}
