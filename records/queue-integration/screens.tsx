import { Bot, type LucideIcon, MessagesSquare, Webhook, Workflow } from 'lucide-react';
import { useRecordContext } from 'react-admin';
import type { RecordParts, Row } from '../../console/plugins/records/parts.ts';
import { AnsweredQueues, answeredTexts } from '../../console/shell/assistant-trial/answered-queues.tsx';
import { TryButton, tryTexts } from '../../console/shell/assistant-trial/try-button.tsx';
import { useT } from '../../console/shell/i18n.ts';

const icons: Readonly<Record<string, LucideIcon>> = {
  typebot: Bot,
  dialogflow: MessagesSquare,
  n8n: Workflow,
  webhook: Webhook,
};

/** The platform, by its icon and name. */
const Type = () => {
  const t = useT();
  const type = String(useRecordContext<Row>()?.type ?? '');
  const Icon = icons[type] ?? Bot;
  return (
    <span className="row">
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      {t(`resources.queueIntegrations.options.type.${type}`)}
    </span>
  );
};

/** By which others name it. */
const Id = ({ row }: { readonly row: Row }) => <span className="mono subtle">{row.id}</span>;

const Try = ({ row }: { readonly row: Row }) => (
  <TryButton path={`/queueIntegration/${row.id}/test`} name={String(row.name)} />
);

const BeforeDelete = ({ row }: { readonly row: Row }) => <AnsweredQueues field="integrationId" id={row.id} />;

export const parts: RecordParts = {
  beforeDelete: BeforeDelete,
  cells: { type: Type },
  mark: Id,
  rowActions: Try,
  texts: { ...tryTexts, ...answeredTexts },
};
