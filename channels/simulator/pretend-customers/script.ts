/** Somebody who pretends to be a customer of the demo's lamp shop. */
export interface Person {
  readonly number: string;
  readonly name: string;
}

/** Numbers of a block that no demo conversation uses. */
export const people: readonly Person[] = [
  { number: '5511977701101', name: 'Beatriz Amaral' },
  { number: '5521977702202', name: 'Rogério Paiva' },
  { number: '5531977703303', name: 'Larissa Tavares' },
  { number: '5541977704404', name: 'Henrique Dornelles' },
  { number: '5551977705505', name: 'Pousada Vento Sul' },
  { number: '5561977706606', name: 'Camila Rezende' },
  { number: '5571977707707', name: 'Jonas Bittencourt' },
  { number: '5585977708808', name: 'Dona Eulália' },
];

/** What someone wants: how they begin, and what they say to each answer in turn. No opening stands in two stories. */
export interface Story {
  readonly opening: string;
  readonly answers: readonly string[];
}

export const stories: readonly Story[] = [
  {
    opening: 'Oi, boa tarde! Vocês têm o pendente Aurora na cor preta?',
    answers: [
      'Perfeito! E quanto fica o frete para Campinas?',
      'Ótimo, vou querer dois então. Aceita Pix?',
      'Combinado, já vou pagar. Obrigada!',
    ],
  },
  {
    opening: 'Olá! Meu pedido está como "saiu para entrega" desde ontem, conseguem ver para mim?',
    answers: [
      'O número é 20418, está no meu nome mesmo.',
      'Ah, entendi. Então chega hoje até que horas?',
      'Tá bom, fico aguardando. Obrigado!',
    ],
  },
  {
    opening: 'Bom dia, a luminária chegou com o vidro trincado 😕 como faço para trocar?',
    answers: [
      'Tenho a foto sim, a caixa veio amassada também.',
      'Pode ser troca. Preciso mandar de volta antes?',
      'Ok, obrigada pela atenção!',
    ],
  },
  {
    opening: 'Oi! Vocês fazem projeto de iluminação para apartamento pequeno?',
    answers: [
      'São 58 m², sala integrada com a cozinha.',
      'Posso mandar a planta em PDF por aqui?',
      'Legal! Quinta de manhã é bom para mim.',
    ],
  },
  {
    opening: 'Boa tarde! Qual lâmpada vai no abajur Lira? A minha queimou.',
    answers: [
      'Bocal E14, certo? Luz quente de preferência.',
      'Vou levar três. Dá para retirar na loja do Centro?',
    ],
  },
  {
    opening: 'Olá, preciso de orçamento para 24 arandelas externas, é para a fachada.',
    answers: [
      'Precisa ser à prova de chuva, aqui venta muito.',
      'Tem desconto à vista para essa quantidade?',
      'Perfeito, pode mandar o orçamento por e-mail que eu aprovo ainda hoje.',
    ],
  },
  {
    opening: 'Oi, esqueci de pôr o CPF na nota, ainda dá para emitir de novo?',
    answers: ['Pedido 20377. Obrigado pela ajuda!', 'Recebi aqui, valeu!'],
  },
  {
    opening: 'Boa noite! Que horas vocês abrem no sábado?',
    answers: ['Ótimo, passo aí antes do meio-dia então.'],
  },
];

/** Said once when nobody answers. */
export const nudges: readonly string[] = ['Oi, ainda estão por aí?', 'Conseguem me responder, por favor?'];
