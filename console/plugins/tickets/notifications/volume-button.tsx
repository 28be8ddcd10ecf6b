import Popover from '@mui/material/Popover';
import { Volume2, VolumeX } from 'lucide-react';
import { useT } from '../../../shell/i18n.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { usePopup } from '../../../shell/ui/use-popup.ts';
import { setVolume, useVolume } from '../../../shell/volume.ts';

/** Loudness of notifications, 0 to 1 in steps of 0.1, kept as `volume`; below the button that asked for it. */
export function VolumePopover({
  anchor,
  onClose,
}: {
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}) {
  const t = useT();
  const volume = useVolume();
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      transformOrigin={{ vertical: 'top', horizontal: 'center' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('shell.volume') } }}
    >
      <label className="row" style={{ padding: '12px 16px', gap: 12 }}>
        <span>{t('shell.volume')}</span>
        <input
          type="range"
          min={0}
          max={1}
          step={0.1}
          value={volume}
          onChange={(event) => setVolume(event.currentTarget.valueAsNumber)}
          style={{ accentColor: 'var(--accent)' }}
        />
        <output className="num" style={{ minWidth: 36, textAlign: 'right' }}>
          {Math.round(volume * 100)}%
        </output>
      </label>
    </Popover>
  );
}

/** The bar's; a phone has its place in the account's menu. */
export function VolumeButton() {
  const t = useT();
  const { close, button, popup } = usePopup('dialog');
  const volume = useVolume();
  return (
    <>
      <IconButton
        className="wide-only"
        label={t('shell.volume')}
        icon={volume === 0 ? VolumeX : Volume2}
        {...button}
      />
      <VolumePopover anchor={popup.anchorEl} onClose={close} />
    </>
  );
}
