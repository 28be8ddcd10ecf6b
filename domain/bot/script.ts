import type { Integration } from '../company/integrations.ts';
import type { Media } from '../ticket/events.ts';
import type { TemplateValues } from '../ticket/template.ts';

/** A node of a queue's menu; its options, in their order, are numbered from 1. */
export interface BotOption {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly file?: Media | undefined;
  /** It asks for a CPF or CNPJ and answers with what this system has open for it. */
  readonly action?: Integration | undefined;
  readonly options: readonly BotOption[];
}

/** Who answers in a queue instead of its menu: one of the two. */
export interface AssistantChoice {
  readonly promptId: string | null;
  readonly integrationId: string | null;
}

/** A queue as whoever writes meets it. `outOfHours` is said while it is closed. */
export interface BotQueue extends BotOption {
  readonly outOfHours: string;
  readonly isOpen: boolean;
  readonly assistant?: AssistantChoice | undefined;
}

/** What the bot of a connection may say at one moment. Texts hold variables; `values` are what these stand for. */
export interface BotScript {
  readonly greeting: string;
  readonly outOfHours: string;
  /** The company's hours; true where the queues have their own. */
  readonly isOpen: boolean;
  /** Whether there is a menu where there is one queue. */
  readonly menuForOne: boolean;
  /** In the order of the menu, numbered from 1. */
  readonly queues: readonly BotQueue[];
  readonly values: TemplateValues;
}

/** What may be said to a contact in any ticket of theirs: each ticket knows its own protocol. */
export interface ContactScript extends Omit<BotScript, 'values'> {
  readonly values: Omit<TemplateValues, 'protocol'>;
}

/** The bot's own words, in the language of the company's customers. */
export const botWords = {
  choose: 'Escolha uma opção:',
  misunderstood: 'Não entendi. Responda com o número de uma das opções:',
  back: 'Voltar',
  agent: 'Falar com atendente',
  askDocument: 'Para ver suas faturas em aberto, envie o CPF ou o CNPJ do cadastro.',
  badDocument: 'Não parece um CPF ou CNPJ válido. Confira os números e envie de novo.',
  unknownDocument: 'Não encontrei cadastro com este CPF ou CNPJ. Confira os números e envie de novo.',
  nothingOpen: 'Boa notícia: não há faturas em aberto neste cadastro.',
  dueOn: 'Vencimento',
  amount: 'Valor',
  line: 'Linha digitável',
  pixFollows: 'O código Pix copia e cola vai na próxima mensagem:',
  more: 'Posso ajudar em algo mais?',
  noLookUp: 'Não consegui consultar suas faturas agora. Um atendente já vai falar com você.',
  handedOver: 'Certo! Aguarde um momento, um atendente já vai falar com você.',
} as const;
