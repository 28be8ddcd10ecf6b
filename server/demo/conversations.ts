import type { InboundMessage } from '../../domain/desk/desk.ts';

/** One step of a pretended conversation; `t` counts minutes from its start. */
export type Step = { readonly t: number } & (
  | {
      readonly from: 'contact';
      readonly text: string;
      readonly file?: DemoFile;
      readonly extra?: InboundMessage['extra'];
      readonly kind?: InboundMessage['mediaType'];
      readonly quotes?: number;
    }
  | {
      readonly from: Agent;
      readonly text: string;
      readonly file?: DemoFile;
      readonly fate?: 'read' | 'delivered' | 'sent' | 'failed';
      readonly quotes?: number;
    }
  | { readonly do: 'accept'; readonly agent: Agent }
  | { readonly do: 'toQueue'; readonly queue: Queue; readonly agent?: Agent; readonly by?: Agent }
  | { readonly do: 'resolve' | 'return' | 'reopen'; readonly agent: Agent }
  | { readonly do: 'read'; readonly agent: Agent }
  | { readonly do: 'edit'; readonly message: number; readonly agent: Agent; readonly text: string }
  | { readonly do: 'deleteOwn'; readonly message: number; readonly agent: Agent }
  | { readonly do: 'contactDeletes'; readonly message: number }
  | { readonly do: 'contactReacts'; readonly message: number; readonly emoji: string }
  | { readonly do: 'reacts'; readonly message: number; readonly agent: Agent; readonly emoji: string }
  | { readonly do: 'contactVotes'; readonly message: number; readonly choices: readonly number[] }
  | { readonly do: 'tags'; readonly tags: readonly string[]; readonly agent: Agent }
);
export type Agent = 'ana' | 'bruno';
export type Queue = 'Suporte' | 'Vendas';
export type DemoFile = 'luminaria.jpg' | 'orcamento.pdf' | 'audio.ogg' | 'video.mp4';

export interface Conversation {
  readonly name: string;
  readonly number: string;
  readonly email?: string;
  readonly info?: Readonly<Record<string, string>>;
  /** Minutes before now at which it began. */
  readonly ago: number;
  readonly steps: readonly Step[];
}

const day = 24 * 60;
const c = (t: number, text: string, more: Partial<Extract<Step, { from: 'contact' }>> = {}): Step => ({
  t,
  from: 'contact',
  text,
  ...more,
});
const a = (t: number, from: Agent, text: string, more: Partial<Extract<Step, { from: Agent }>> = {}): Step =>
  ({ t, from, text, ...more }) as Step;
const accept = (t: number, agent: Agent): Step => ({ t, do: 'accept', agent });
const resolve = (t: number, agent: Agent): Step => ({ t, do: 'resolve', agent });
const toVendas = (t: number): Step => ({ t, do: 'toQueue', queue: 'Vendas' });
const tags = (t: number, agent: Agent, ...names: string[]): Step => ({ t, do: 'tags', agent, tags: names });
const readStep = (t: number, agent: Agent): Step => ({ t, do: 'read', agent });

/** Every status and media kind, a failed send, a transfer, an edit, deletions, waits of 4 to 70 minutes. */
export const conversations: readonly Conversation[] = [
  {
    name: 'Marina Coutinho',
    number: '5511955500142',
    email: 'marina@coutinho.example',
    ago: 92,
    info: { Código: 'CL-2087', Cidade: 'São Paulo', 'Última compra': 'R$ 892,00' },
    steps: [
      c(0, 'Oi, boa tarde! Vi o pendente Aurora no site e queria saber se tem na cor cobre.'),
      c(1, 'É esse aqui, o de 40 cm', { file: 'luminaria.jpg', kind: 'image' }),
      accept(14, 'ana'),
      a(15, 'ana', 'Olá Marina, meu nome é Ana e vou prosseguir com seu atendimento.', { fate: 'read' }),
      a(17, 'ana', 'Temos sim! O Aurora 40 cm em cobre está disponível: 8 unidades na loja do Centro.', {
        fate: 'read',
      }),
      c(19, '', { file: 'audio.ogg', kind: 'audio' }),
      {
        t: 20,
        do: 'edit',
        agent: 'ana',
        message: 3,
        text: 'Temos sim! O Aurora 40 cm em cobre está disponível: 6 unidades na loja do Centro.',
      },
      a(22, 'ana', 'Entregamos sim, até quinta. As 3 unidades saem por R$ 1.241,00.', {
        fate: 'read',
        quotes: 4,
      }),
      a(23, 'ana', 'Segue o orçamento.', { file: 'orcamento.pdf', fate: 'delivered' }),
      c(25, '', {
        kind: 'locationMessage',
        extra: {
          location: {
            latitude: -23.5889,
            longitude: -46.6388,
            name: 'Rua das Laranjeiras, 482',
            address: 'Vila Mariana, São Paulo',
          },
        },
      }),
      c(26, 'Quem recebe é o zelador, seu Sebastião', {
        kind: 'contactMessage',
        extra: { contacts: [{ name: 'Sebastião Prado', number: '5511955500173' }] },
      }),
      c(27, 'O portão é o azul'),
      { t: 28, do: 'contactDeletes', message: 9 },
      tags(29, 'ana', 'Orçamento', 'Recompra'),
      a(30, 'ana', 'Perfeito, já deixei as 3 peças reservadas em seu nome.', { fate: 'failed' }),
      a(31, 'ana', 'Confirmando: entrega na quinta, entre 9h e 12h.', { fate: 'delivered' }),
      c(88, 'Combinado, obrigada! Só me manda o link do Pix?'),
    ],
  },
  {
    name: 'José Antônio Brandão',
    number: '5511955500188',
    ago: 51,
    steps: [
      c(0, 'Boa tarde, preciso da segunda via do boleto de novembro'),
      accept(5, 'ana'),
      a(6, 'ana', 'Boa tarde, José! Já estou gerando para o senhor.', { fate: 'read' }),
      c(43, 'Consegue me mandar a segunda via?'),
      c(44, 'Ele vence amanhã'),
    ],
  },
  {
    name: 'Priscila Yamamoto',
    number: '5541955500119',
    ago: 64,
    steps: [
      c(0, 'A cúpula chegou trincada'),
      c(1, '', { file: 'luminaria.jpg', kind: 'image' }),
      accept(12, 'ana'),
      a(14, 'ana', 'Sinto muito, Priscila. Vamos trocar sem custo. Pode me mandar o número do pedido?', {
        fate: 'delivered',
      }),
      tags(15, 'ana', 'Garantia'),
      c(30, 'Pedido 20.388'),
    ],
  },
  {
    name: 'Condomínio Ipê Branco',
    number: '551133330101',
    ago: 130,
    steps: [
      c(0, 'Precisamos de 14 luminárias para o hall'),
      toVendas(3),
      accept(20, 'bruno'),
      a(22, 'bruno', 'Segue o projeto com as 14 luminárias do hall.', {
        file: 'orcamento.pdf',
        fate: 'read',
      }),
      tags(23, 'bruno', 'Obra'),
      c(78, 'Recebido, vou levar para a assembleia'),
    ],
  },
  {
    name: 'Luiz Fernando Araújo',
    number: '5521955500121',
    ago: 75,
    steps: [
      c(0, 'Minha entrega não chegou e o prazo era ontem'),
      accept(8, 'ana'),
      a(9, 'ana', 'Vou verificar com a transportadora agora mesmo, Luiz.', { fate: 'read' }),
      tags(10, 'ana', 'Atraso'),
      c(11, '', { file: 'audio.ogg', kind: 'audio' }),
    ],
  },
  {
    name: 'Rosângela Paixão',
    number: '5571955500127',
    ago: 26 * 60,
    steps: [
      c(0, 'Oi! Vocês instalam também?'),
      accept(10, 'ana'),
      a(12, 'ana', 'Oi Rosângela! Instalamos sim, a visita custa R$ 120,00.', { fate: 'read' }),
      c(20, 'Ótimo, vou ver com meu marido e aviso'),
      a(21, 'ana', 'Qualquer coisa é só chamar 😊', { fate: 'read' }),
      readStep(22, 'ana'),
      { t: 22, do: 'contactReacts', message: 3, emoji: '❤️' },
      tags(23, 'ana', 'VIP'),
    ],
  },
  {
    name: 'Heitor Vasconcelos',
    number: '5585955500133',
    ago: 48,
    steps: [
      c(0, 'Olha o vídeo do pisca-pisca que eu falei', { file: 'video.mp4', kind: 'video' }),
      accept(7, 'ana'),
      a(8, 'ana', 'Que estranho! Parece mau contato no driver. Qual é a voltagem aí?', { fate: 'delivered' }),
    ],
  },
  {
    name: 'Sofia Albernaz',
    number: '5548955500134',
    ago: 140,
    steps: [
      c(0, 'Queria um desconto para 20 spots'),
      toVendas(2),
      accept(9, 'bruno'),
      a(10, 'bruno', 'Para 20 unidades consigo 12% no Pix.', { fate: 'read' }),
      c(12, 'Fecha em 15%?'),
      { t: 13, do: 'reacts', agent: 'bruno', message: 2, emoji: '😮' },
      a(14, 'bruno', 'Fechado em 14%, Sofia. Posso gerar o pedido?', { fate: 'read' }),
      c(96, 'Pode!'),
    ],
  },
  {
    name: 'Caio Meirelles',
    number: '5531955500141',
    ago: 58,
    steps: [
      c(0, 'Tem a arandela Meia-Lua em preto?'),
      toVendas(3),
      accept(11, 'bruno'),
      a(12, 'bruno', 'Temos 4 em estoque. Quer que eu reserve?', { fate: 'sent' }),
      { t: 13, do: 'deleteOwn', agent: 'bruno', message: 1 },
      a(14, 'bruno', 'Corrigindo: temos 2 em estoque. Quer que eu reserve?', { fate: 'delivered' }),
    ],
  },
  {
    name: 'Nádia Bittencourt',
    number: '5519955500157',
    ago: 3 * day,
    steps: [
      c(0, 'Bom dia, vocês emitem nota para MEI?'),
      toVendas(5),
      accept(15, 'bruno'),
      a(16, 'bruno', 'Bom dia! Emitimos sim, é só informar o CNPJ.', { fate: 'read' }),
      c(30, 'Te mando amanhã'),
    ],
  },
  // waiting
  {
    name: 'João Paulo Siqueira',
    number: '5531955500118',
    ago: 70,
    info: { Pedido: '20.418', Cidade: 'Belo Horizonte' },
    steps: [
      c(0, 'Boa tarde, tudo bem? Minha entrega não chegou'),
      c(1, 'Pedido 20.418, duas arandelas Meia-Lua'),
      c(17, '', { file: 'audio.ogg', kind: 'audio' }),
      c(54, 'O eletricista vem amanhã cedo e não posso remarcar'),
      c(55, '', { file: 'orcamento.pdf', kind: 'application' }),
      c(65, 'Comprei dia 3 e até agora nada de entrega'),
    ],
  },
  {
    name: 'Denise Albuquerque',
    number: '5511955500163',
    ago: 47,
    steps: [c(0, 'Boa tarde, o showroom abre no feriado?'), toVendas(1)],
  },
  {
    name: 'Construtora Horizonte',
    number: '551133330202',
    ago: 38,
    steps: [
      c(0, 'Segue o pedido de compra 2211', { file: 'orcamento.pdf', kind: 'application' }),
      c(2, 'Conseguem confirmar o prazo?'),
    ],
  },
  {
    name: 'Fábio Nóbrega',
    number: '5583955500166',
    ago: 31,
    steps: [c(0, 'O trilho eletrificado serve no forro de gesso?')],
  },
  {
    name: 'Ícaro Gusmão',
    number: '5562955500168',
    ago: 26,
    steps: [c(0, 'Oi'), c(1, 'Preciso trocar a voltagem do plafon'), c(4, 'Comprei 127 V e aqui é 220')],
  },
  {
    name: 'Tânia Falcão',
    number: '5591955500171',
    ago: 18,
    steps: [
      c(0, '', {
        kind: 'locationMessage',
        extra: {
          location: { latitude: -1.4558, longitude: -48.4902, name: 'Ver-o-Peso', address: 'Belém, PA' },
        },
      }),
    ],
  },
  {
    name: 'Ateliê Três Marias',
    number: '5551955500172',
    ago: 9,
    steps: [c(0, 'Vocês fazem revenda para ateliês?'), c(1, 'Somos de Porto Alegre'), toVendas(2)],
  },
  {
    name: 'Wesley Monteiro',
    number: '5592955500174',
    ago: 6,
    steps: [
      c(0, 'Oi! Vi o anúncio do lustre Ópera', {
        extra: {
          ad: {
            title: 'Lustre Ópera com 10% de desconto',
            text: 'Latão escovado, 8 luzes. Só até sábado.',
            url: 'https://loja.example/lustre-opera',
          },
        },
      }),
      toVendas(1),
      c(2, 'Ainda está na promoção?'),
    ],
  },
  {
    name: 'Conceição Barreto',
    number: '5579955500176',
    ago: 4,
    steps: [c(0, '', { file: 'audio.ogg', kind: 'audio' })],
  },
  {
    name: 'Otávio Lins',
    number: '5581955500177',
    ago: 62,
    steps: [
      c(0, 'Chamada perdida', { kind: 'call_log', extra: { call: { missed: true, video: false } } }),
      c(1, 'Liguei agora, podem me retornar?'),
    ],
  },
  // closed
  {
    name: 'Marina Coutinho',
    number: '5511955500142',
    ago: 2 * day + 200,
    steps: [
      c(0, 'Oi! Meu pedido sai hoje?'),
      accept(6, 'ana'),
      a(7, 'ana', 'Sai sim, Marina! O código de rastreio chega por e-mail.', { fate: 'read' }),
      c(40, 'Chegou tudo certinho, muito obrigada! 😊'),
      resolve(47, 'ana'),
    ],
  },
  {
    name: 'João Paulo Siqueira',
    number: '5531955500118',
    ago: 18 * day,
    steps: [
      c(0, 'Quero duas arandelas Meia-Lua'),
      toVendas(2),
      accept(9, 'bruno'),
      a(10, 'bruno', 'Pedido 20.418 confirmado, João. O prazo é de 7 dias úteis.', { fate: 'read' }),
      resolve(21, 'bruno'),
    ],
  },
  {
    name: 'Beatriz Fontoura',
    number: '5554955500181',
    ago: day + 90,
    steps: [
      c(0, 'Como limpo a cúpula de tecido?'),
      accept(4, 'ana'),
      a(6, 'ana', 'Só com pano seco ou rolinho adesivo, Beatriz. Nunca com água.', { fate: 'read' }),
      c(8, 'Perfeito, obrigada'),
      resolve(9, 'ana'),
    ],
  },
  {
    name: 'Rafael Quintanilha',
    number: '5524955500182',
    ago: day + 300,
    steps: [
      c(0, 'Falei com a Ana ontem sobre o lustre'),
      accept(12, 'ana'),
      a(13, 'ana', 'Oi Rafael! Vou passar para o Bruno, que cuida das vendas.', { fate: 'read' }),
      { t: 14, do: 'toQueue', queue: 'Vendas', agent: 'bruno', by: 'ana' },
      a(18, 'bruno', 'Oi Rafael, aqui é o Bruno. O lustre Ópera está com 10% até sábado.', { fate: 'read' }),
      c(25, 'Vou querer!'),
      resolve(32, 'bruno'),
    ],
  },
  {
    name: 'Padaria Estrela',
    number: '551133330303',
    ago: 4 * day,
    steps: [
      c(0, 'Queimou uma fita de LED da vitrine'),
      accept(20, 'ana'),
      a(22, 'ana', 'Está na garantia. A nova sai amanhã.', { fate: 'read' }),
      tags(23, 'ana', 'Garantia'),
      resolve(30, 'ana'),
    ],
  },
  {
    name: 'Yara Nepomuceno',
    number: '5595955500185',
    ago: 5 * day,
    steps: [
      c(0, 'Entregam em Boa Vista?'),
      toVendas(1),
      accept(33, 'bruno'),
      a(34, 'bruno', 'Entregamos! O prazo é de 12 dias úteis.', { fate: 'read' }),
      resolve(50, 'bruno'),
    ],
  },
  {
    name: 'Gustavo Peçanha',
    number: '5527955500186',
    ago: 6 * day,
    steps: [
      c(0, 'Número errado, desculpe'),
      accept(5, 'ana'),
      a(6, 'ana', 'Sem problema!', { fate: 'read' }),
      resolve(7, 'ana'),
    ],
  },
  {
    name: 'Lívia Sarmento',
    number: '5582955500187',
    ago: 8 * day,
    steps: [
      c(0, 'O abajur veio sem a lâmpada'),
      accept(16, 'ana'),
      a(18, 'ana', 'A lâmpada é vendida à parte, Lívia, mas mando uma de cortesia.', { fate: 'read' }),
      c(20, 'Que atendimento! 👏'),
      resolve(24, 'ana'),
    ],
  },
  {
    name: 'Hotel Mar Aberto',
    number: '551333330404',
    ago: 10 * day,
    steps: [
      c(0, 'Cotação para 60 quartos', { file: 'orcamento.pdf', kind: 'application' }),
      toVendas(4),
      accept(25, 'bruno'),
      a(40, 'bruno', 'Cotação enviada por e-mail também.', { file: 'orcamento.pdf', fate: 'read' }),
      c(60, 'Que dia podem medir os corredores?', {
        extra: { poll: { options: ['Terça de manhã', 'Quarta à tarde', 'Sexta, o dia todo'], choices: 0 } },
      }),
      { t: 61, do: 'contactVotes', message: 2, choices: [0, 2] },
      { t: 62, do: 'reacts', agent: 'bruno', message: 2, emoji: '👍' },
      tags(41, 'bruno', 'Obra', 'VIP'),
      resolve(200, 'bruno'),
    ],
  },
  {
    name: 'Benedito Prates',
    number: '5565955500190',
    ago: 12 * day,
    steps: [
      c(0, 'Boa noite'),
      c(1, 'A loja do Centro fecha que horas?'),
      accept(70, 'ana'),
      a(71, 'ana', 'Boa noite! Fecha às 19h de segunda a sábado.', { fate: 'read' }),
      resolve(72, 'ana'),
    ],
  },
];
