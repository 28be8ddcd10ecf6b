import type { ErrorCode } from '../domain/errors.ts';

/** Why a message, an edit or a deletion did not go out: a code, and what the agent reads. */
export interface Failure {
  readonly code: ErrorCode | 'UNKNOWN_OUTCOME';
  readonly reason: string;
}

export const failures = {
  refused: { code: 'ERR_SENDING_WAPP_MSG', reason: 'O WhatsApp recusou a mensagem. Tente de novo.' },
  upload: {
    code: 'ERR_SENDING_WAPP_MSG',
    reason: 'O arquivo não pôde ser enviado ao WhatsApp. Tente de novo.',
  },
  broken: { code: 'ERR_SENDING_WAPP_MSG', reason: 'A mensagem não pôde ser enviada. Tente de novo.' },
  unknown: {
    code: 'UNKNOWN_OUTCOME',
    reason: 'Não se sabe se a mensagem chegou ao contato. Confira antes de reenviar.',
  },
  noContact: { code: 'ERR_NO_CONTACT_FOUND', reason: 'O contato não existe mais.' },
  noAddress: { code: 'ERR_WAPP_INVALID_CONTACT', reason: 'O contato não tem um número de WhatsApp.' },
  noConnection: { code: 'ERR_NO_WAPP_FOUND', reason: 'A conexão desta conversa foi excluída.' },
  noFile: { code: 'ERR_SENDING_WAPP_MSG', reason: 'O arquivo da mensagem não foi encontrado.' },
  tooLate: {
    code: 'ERR_FETCH_WAPP_MSG',
    reason: 'A mensagem é antiga demais: o WhatsApp do contato já não aceita a mudança.',
  },
  editRefused: { code: 'ERR_SENDING_WAPP_MSG', reason: 'O WhatsApp recusou a edição da mensagem.' },
  deleteRefused: { code: 'ERR_DELETE_WAPP_MSG', reason: 'O WhatsApp recusou a exclusão da mensagem.' },
  reactionRefused: { code: 'ERR_SENDING_WAPP_MSG', reason: 'A reação não chegou ao contato.' },
} as const satisfies Record<string, Failure>;

const ofCode: Readonly<Record<string, string>> = {
  463: 'O WhatsApp não deixa este número começar novas conversas por enquanto.',
  479: 'O WhatsApp recusou o formato da mensagem. Tente de novo.',
};

/** Returns why the network refused a message, with the network's own code where it gave one. */
export const refusal = (code: string | undefined): Failure =>
  code === undefined
    ? failures.refused
    : { code: 'ERR_SENDING_WAPP_MSG', reason: `${ofCode[code] ?? failures.refused.reason} (${code})` };
