import type { InLanguages } from './words.ts';

/** Letters to the admins of a company about what it pays for. */
export const billingLetters = {
  invoiceIssued: {
    pt: {
      subject: 'Nova fatura do Balcão: {value}, vence em {date}',
      paragraphs: [
        'Olá, {name}!',
        'A fatura de {company} está pronta: {value}, com vencimento em {date}. Veja e pague por Pix:',
        '{link}',
        'O link abre só as faturas, uma vez; vale por {days} dias.',
      ],
    },
    en: {
      subject: 'New invoice from Balcão: {value}, due {date}',
      paragraphs: [
        'Hello, {name}!',
        'The invoice of {company} is ready: {value}, due {date}. See it and pay by Pix:',
        '{link}',
        'The link opens the invoices only, once; it is good for {days} days.',
      ],
    },
    es: {
      subject: 'Nueva factura de Balcão: {value}, vence el {date}',
      paragraphs: [
        '¡Hola, {name}!',
        'La factura de {company} está lista: {value}, con vencimiento el {date}. Véala y pague por Pix:',
        '{link}',
        'El enlace abre solo las facturas, una vez; vale por {days} días.',
      ],
    },
  },
  dueSoon: {
    pt: {
      subject: 'O Balcão de {company} vence em {date}',
      paragraphs: [
        'Olá, {name}!',
        'O acesso de {company} ao Balcão vai até {date}. Para continuar sem interrupção, pague antes dessa data:',
        '{link}',
        'O link abre só as faturas, uma vez; vale por {days} dias.',
      ],
    },
    en: {
      subject: 'The Balcão of {company} is due on {date}',
      paragraphs: [
        'Hello, {name}!',
        'The access of {company} to Balcão lasts until {date}. To go on without a break, pay before that day:',
        '{link}',
        'The link opens the invoices only, once; it is good for {days} days.',
      ],
    },
    es: {
      subject: 'El Balcão de {company} vence el {date}',
      paragraphs: [
        '¡Hola, {name}!',
        'El acceso de {company} a Balcão va hasta el {date}. Para seguir sin interrupción, pague antes de esa fecha:',
        '{link}',
        'El enlace abre solo las facturas, una vez; vale por {days} días.',
      ],
    },
  },
  dueToday: {
    pt: {
      subject: 'O Balcão de {company} vence hoje',
      paragraphs: [
        'Olá, {name}!',
        'Hoje, {date}, é o último dia de acesso de {company} ao Balcão. Amanhã ninguém mais entra até o pagamento; as mensagens que chegarem ficam guardadas.',
        '{link}',
        'O link abre só as faturas, uma vez; vale por {days} dias.',
      ],
    },
    en: {
      subject: 'The Balcão of {company} is due today',
      paragraphs: [
        'Hello, {name}!',
        'Today, {date}, is the last day on which {company} has access to Balcão. From tomorrow on nobody signs in until it is paid; messages that arrive are kept.',
        '{link}',
        'The link opens the invoices only, once; it is good for {days} days.',
      ],
    },
    es: {
      subject: 'El Balcão de {company} vence hoy',
      paragraphs: [
        '¡Hola, {name}!',
        'Hoy, {date}, es el último día de acceso de {company} a Balcão. Mañana nadie más entra hasta el pago; los mensajes que lleguen se guardan.',
        '{link}',
        'El enlace abre solo las facturas, una vez; vale por {days} días.',
      ],
    },
  },
  overdue: {
    pt: {
      subject: 'O Balcão de {company} venceu em {date}',
      paragraphs: [
        'Olá, {name}!',
        'O acesso de {company} ao Balcão terminou em {date}, e a equipe não consegue entrar. Assim que o pagamento chegar, tudo volta como estava:',
        '{link}',
        'O link abre só as faturas, uma vez; vale por {days} dias.',
      ],
    },
    en: {
      subject: 'The Balcão of {company} was due on {date}',
      paragraphs: [
        'Hello, {name}!',
        'The access of {company} to Balcão ended on {date}, and the team cannot sign in. As soon as it is paid, everything is back as it was:',
        '{link}',
        'The link opens the invoices only, once; it is good for {days} days.',
      ],
    },
    es: {
      subject: 'El Balcão de {company} venció el {date}',
      paragraphs: [
        '¡Hola, {name}!',
        'El acceso de {company} a Balcão terminó el {date}, y el equipo no puede entrar. En cuanto llegue el pago, todo vuelve como estaba:',
        '{link}',
        'El enlace abre solo las facturas, una vez; vale por {days} días.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, InLanguages>>;
