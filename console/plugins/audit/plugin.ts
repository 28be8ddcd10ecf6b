import { ScrollText } from 'lucide-react';
import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { applyAuditChange, reloadAudit } from './live.ts';

/** The page's own texts come with it: the first load has the menu's alone. */
const withTexts = lateTexts('audit', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const title = (text: string) => async (): Promise<Messages> => ({ 'audit.title': text });

/** Who changed what, and whether the log that says so is whole. */
export const plugin = definePlugin({
  name: 'audit',
  routes: [
    {
      path: '/audit',
      rule: 'audit:view',
      load: () => withTexts(import('./audit-page.tsx').then((m) => ({ default: m.AuditPage }))),
    },
  ],
  menu: [
    {
      id: 'audit',
      label: 'audit.title',
      to: '/audit',
      icon: ScrollText,
      order: 60,
      group: 'admin',
      rule: 'audit:view',
    },
  ],
  live: [{ channel: 'audit', apply: applyAuditChange, resync: reloadAudit }],
  messages: { pt: title('Auditoria'), en: title('Audit'), es: title('Auditoría') },
});
