import EmojiPicker, { type EmojiData } from 'emoji-picker-react';
import { useLocale, useT } from '../i18n.ts';
import type { Locale } from '../locale.ts';
import { useThemeMode } from '../theme-mode.ts';

// Names of the emoji in the reader's language; each is a file of ours, loaded when it is needed.
const data: Readonly<Record<Locale, () => Promise<{ default: EmojiData }>>> = {
  pt: () => import('emoji-picker-react/data/emojis-pt'),
  en: () => import('emoji-picker-react/data/emojis-en'),
  es: () => import('emoji-picker-react/data/emojis-es'),
};

/** The picker itself: the device's own emoji, so that no picture is fetched from anywhere. */
export const EmojiPanel = ({ onPick }: { readonly onPick: (emoji: string) => void }) => {
  const t = useT();
  const locale = useLocale();
  const { mode } = useThemeMode();
  return (
    <EmojiPicker
      emojiStyle="native"
      emojiData={data[locale]}
      theme={mode}
      width="100%"
      height={380}
      previewConfig={{ showPreview: false }}
      labels={{
        searchPlaceholder: t('shell.emoji.search'),
        searchLabel: t('shell.emoji.search'),
        searchClear: t('shell.emoji.clear'),
        searchResultsNone: t('shell.emoji.none'),
        searchResultsOne: t('shell.emoji.one'),
        searchResultsMany: t('shell.emoji.many'),
        categoryNavigation: t('shell.emoji.categories'),
        loading: t('shell.emoji.loading'),
        loadingError: t('shell.emoji.failed'),
        retryLoading: t('shell.emoji.retry'),
        skinToneNeutral: t('shell.emoji.skin.neutral'),
        skinToneLight: t('shell.emoji.skin.light'),
        skinToneMediumLight: t('shell.emoji.skin.mediumLight'),
        skinToneMedium: t('shell.emoji.skin.medium'),
        skinToneMediumDark: t('shell.emoji.skin.mediumDark'),
        skinToneDark: t('shell.emoji.skin.dark'),
      }}
      onEmojiClick={({ emoji }) => onPick(emoji)}
    />
  );
};
