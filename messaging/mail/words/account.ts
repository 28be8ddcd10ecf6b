import type { InLanguages } from './words.ts';

/** Letters about an account that is there. */
export const accountLetters = {
  /** A code to set a new password with. */
  resetCode: {
    pt: {
      subject: 'Código para redefinir a senha: {code}',
      paragraphs: [
        'Olá, {name}!',
        'Alguém, talvez você, pediu para redefinir a senha desta conta no Balcão. O código é:',
        '{code}',
        'Ele vale por {minutes} minutos e por poucas tentativas.',
        'Se não foi você, não é preciso fazer nada: a senha continua a mesma. Não passe este código a ninguém.',
      ],
    },
    en: {
      subject: 'Code to reset your password: {code}',
      paragraphs: [
        'Hello, {name}!',
        'Somebody, maybe you, asked to reset the password of this account at Balcão. The code is:',
        '{code}',
        'It is good for {minutes} minutes and for a few tries.',
        'If it was not you, there is nothing to do: the password stays as it is. Give this code to nobody.',
      ],
    },
    es: {
      subject: 'Código para restablecer la contraseña: {code}',
      paragraphs: [
        '¡Hola, {name}!',
        'Alguien, quizás usted, pidió restablecer la contraseña de esta cuenta en Balcão. El código es:',
        '{code}',
        'Vale por {minutes} minutos y por pocos intentos.',
        'Si no fue usted, no hace falta hacer nada: la contraseña sigue igual. No dé este código a nadie.',
      ],
    },
  },
  /** The password is another one since a moment ago. */
  passwordChanged: {
    pt: {
      subject: 'A senha da sua conta mudou',
      paragraphs: [
        'Olá, {name}!',
        'A senha desta conta no Balcão foi redefinida com um código enviado a este e-mail, e as sessões abertas foram encerradas.',
        'Se não foi você, redefina a senha agora e avise quem administra o Balcão na sua empresa.',
        '{link}',
      ],
    },
    en: {
      subject: 'The password of your account has changed',
      paragraphs: [
        'Hello, {name}!',
        'The password of this account at Balcão was reset with a code sent to this address, and open sessions were ended.',
        'If it was not you, reset the password now and tell whoever manages Balcão in your company.',
        '{link}',
      ],
    },
    es: {
      subject: 'La contraseña de su cuenta cambió',
      paragraphs: [
        '¡Hola, {name}!',
        'La contraseña de esta cuenta en Balcão se restableció con un código enviado a este correo, y las sesiones abiertas se cerraron.',
        'Si no fue usted, restablezca la contraseña ahora y avise a quien administra Balcão en su empresa.',
        '{link}',
      ],
    },
  },
  /** It is signed in to by another address since a moment ago: for the one before. */
  emailChanged: {
    pt: {
      subject: 'O e-mail da sua conta mudou',
      paragraphs: [
        'Olá, {name}!',
        'Sua conta no Balcão passou a ter outro e-mail: é com ele que se entra a partir de agora, e é para ele que vão as mensagens.',
        'Se você não esperava por isso, avise já quem administra o Balcão na sua empresa.',
      ],
    },
    en: {
      subject: 'The e-mail of your account has changed',
      paragraphs: [
        'Hello, {name}!',
        'Your account at Balcão has another e-mail now: it is signed in to with that one from here on, and letters go there.',
        'If you did not expect this, tell whoever manages Balcão in your company at once.',
      ],
    },
    es: {
      subject: 'El correo de su cuenta cambió',
      paragraphs: [
        '¡Hola, {name}!',
        'Su cuenta en Balcão pasó a tener otro correo: con él se ingresa desde ahora, y a él van los mensajes.',
        'Si no lo esperaba, avise ya a quien administra Balcão en su empresa.',
      ],
    },
  },
  /** Somebody signed in on a device that the account was not known on. */
  newLogin: {
    pt: {
      subject: 'Novo acesso à sua conta',
      paragraphs: [
        'Olá, {name}!',
        'Sua conta no Balcão foi acessada em {at}, de um aparelho em que ainda não tinha sido usada ({device}).',
        'Se foi você, não é preciso fazer nada. Se não foi, troque a senha agora:',
        '{link}',
      ],
    },
    en: {
      subject: 'New sign-in to your account',
      paragraphs: [
        'Hello, {name}!',
        'Your account at Balcão was signed in to at {at}, on a device it had not been used on before ({device}).',
        'If it was you, there is nothing to do. If not, change the password now:',
        '{link}',
      ],
    },
    es: {
      subject: 'Nuevo acceso a su cuenta',
      paragraphs: [
        '¡Hola, {name}!',
        'Su cuenta en Balcão se abrió a las {at}, en un dispositivo en el que aún no se había usado ({device}).',
        'Si fue usted, no hace falta hacer nada. Si no, cambie la contraseña ahora:',
        '{link}',
      ],
    },
  },
} as const satisfies Readonly<Record<string, InLanguages>>;
