import type { InLanguages } from './words.ts';

/** Letters to who is new: a company that signed up, a colleague who was invited. */
export const welcomeLetters = {
  /** Somebody signed a company up with this address: whose is it? */
  confirmEmail: {
    pt: {
      subject: 'Confirme o seu e-mail no Balcão',
      paragraphs: [
        'Olá!',
        'A empresa {company} foi cadastrada no Balcão com este e-mail. Para entrar pela primeira vez, confirme que ele é seu:',
        '{link}',
        'O link vale por {days} dias e uma vez só.',
        'Se não foi você, não é preciso fazer nada: sem esta confirmação ninguém entra nessa conta.',
      ],
    },
    en: {
      subject: 'Confirm your e-mail at Balcão',
      paragraphs: [
        'Hello!',
        'The company {company} was signed up at Balcão with this address. To sign in for the first time, confirm that it is yours:',
        '{link}',
        'The link is good for {days} days, and once.',
        'If it was not you, there is nothing to do: without this confirmation nobody signs in to that account.',
      ],
    },
    es: {
      subject: 'Confirme su correo en Balcão',
      paragraphs: [
        '¡Hola!',
        'La empresa {company} se registró en Balcão con este correo. Para entrar por primera vez, confirme que es suyo:',
        '{link}',
        'El enlace vale por {days} días y una sola vez.',
        'Si no fue usted, no hace falta hacer nada: sin esta confirmación nadie entra en esa cuenta.',
      ],
    },
  },
  /** Somebody tried to sign a company up with the address of an account: the page must not tell, its owner may know. */
  alreadyRegistered: {
    pt: {
      subject: 'Este e-mail já tem uma conta no Balcão',
      paragraphs: [
        'Olá!',
        'Alguém, talvez você, tentou cadastrar a empresa {company} no Balcão com este e-mail, que já tem uma conta. Nada foi criado.',
        'Para entrar, ou para redefinir a senha se a esqueceu:',
        '{link}',
        'Se não foi você, não é preciso fazer nada.',
      ],
    },
    en: {
      subject: 'This e-mail already has an account at Balcão',
      paragraphs: [
        'Hello!',
        'Somebody, maybe you, tried to sign up the company {company} at Balcão with this address, which already has an account. Nothing was created.',
        'To sign in, or to reset a forgotten password:',
        '{link}',
        'If it was not you, there is nothing to do.',
      ],
    },
    es: {
      subject: 'Este correo ya tiene una cuenta en Balcão',
      paragraphs: [
        '¡Hola!',
        'Alguien, quizás usted, intentó registrar la empresa {company} en Balcão con este correo, que ya tiene una cuenta. No se creó nada.',
        'Para entrar, o para restablecer la contraseña si la olvidó:',
        '{link}',
        'Si no fue usted, no hace falta hacer nada.',
      ],
    },
  },
  /** A colleague made an account; its owner sets the password. */
  invite: {
    pt: {
      subject: '{by} convidou você para o Balcão de {company}',
      paragraphs: [
        'Olá, {name}!',
        '{by} criou uma conta para você no Balcão, onde {company} atende os seus clientes. Escolha uma senha para começar:',
        '{link}',
        'O link vale por {days} dias e uma vez só. Depois, peça outro a quem convidou você.',
      ],
    },
    en: {
      subject: '{by} invited you to the Balcão of {company}',
      paragraphs: [
        'Hello, {name}!',
        '{by} made an account for you at Balcão, where {company} serves its customers. Choose a password to begin:',
        '{link}',
        'The link is good for {days} days, and once. After that, ask whoever invited you for another.',
      ],
    },
    es: {
      subject: '{by} le invitó al Balcão de {company}',
      paragraphs: [
        '¡Hola, {name}!',
        '{by} creó una cuenta para usted en Balcão, donde {company} atiende a sus clientes. Elija una contraseña para empezar:',
        '{link}',
        'El enlace vale por {days} días y una sola vez. Después, pida otro a quien le invitó.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, InLanguages>>;
