import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import type { ErasureView } from '../../../contract/contact.ts';

const instant = (at: string, timeZone: string) =>
  `${format(new TZDate(at, timeZone), 'dd/MM/yyyy HH:mm:ss')} (${timeZone}; ${at})`;

/**
 * Returns what a company keeps, and gives who asked, as proof: in the three languages, for whom it concerns may speak
 * another than who prints it. It names nobody but who did it.
 */
export const certificateText = (company: string, timeZone: string, erasure: ErasureView): string => {
  const { contactId, at, completedAt, by, taken, sealedSince, position } = erasure;
  const doneAt = completedAt === null ? '–' : instant(completedAt, timeZone);
  const counts = taken ?? { tickets: 0, messages: 0, notes: 0, files: 0, entries: 0 };
  const lines = [
    'CERTIFICADO DE ELIMINAÇÃO DE DADOS PESSOAIS (LGPD, art. 18, VI)',
    'CERTIFICADO DE SUPRESIÓN DE DATOS PERSONALES',
    'CERTIFICATE OF ERASURE OF PERSONAL DATA',
    '',
    `Empresa / Company: ${company}`,
    `Contato / Contacto / Contact: ${contactId}`,
    `Pedido / Solicitado / Requested: ${instant(at, timeZone)}`,
    `Por / By: ${by.name} (${by.kind} ${by.id})`,
    `Concluído / Concluido / Completed: ${doneAt}`,
    `Posição no registro / Posición / Position in the log: ${position}`,
    '',
    `Atendimentos / Atenciones / Tickets: ${counts.tickets}`,
    `Mensagens / Mensajes / Messages: ${counts.messages}`,
    `Observações / Notas / Notes: ${counts.notes}`,
    `Arquivos / Archivos / Files: ${counts.files}`,
    `Outros registros / Otros / Other entries: ${counts.entries}`,
    '',
    completedAt === null
      ? 'Em andamento / En curso / Under way.'
      : 'A chave que abria estes dados foi destruída. / La clave fue destruida. / The key that opened these data was destroyed.',
    ...(completedAt === null
      ? []
      : sealedSince === null
        ? [
            'O que foi gravado sem chave permanece no registro de eventos. / What was stored without a key stays in the event log.',
          ]
        : [
            `Gravado com chave desde / Con clave desde / Stored under a key since: ${instant(sealedSince, timeZone)}`,
          ]),
  ];
  return `${lines.join('\n')}\n`;
};
