/** A number for the beginning of a text, in the texts' own order: letters that often follow each other take less of its range. */

/** How many symbols there are: what begins a text's order is lower case without accents, everything else shares a few. */
const symbols = 41;

interface Letter {
  /** Grows with the code point. */
  readonly symbol: number;
  /** Shared by several code points, or the text's end: what follows tells no order any more. */
  readonly last: boolean;
}

const end: Letter = { symbol: 0, last: true };

const letterAt = (text: string, at: number): Letter => {
  if (at >= text.length) return end;
  const code = text.charCodeAt(at);
  if (code === 32) return { symbol: 1, last: false };
  if (code < 32) return end;
  if (code < 48) return { symbol: 2, last: true };
  if (code < 58) return { symbol: code - 45, last: false };
  if (code < 97) return { symbol: 13, last: true };
  if (code < 123) return { symbol: code - 83, last: false };
  return { symbol: 40, last: true };
};

const isDigit = (symbol: number) => symbol > 2 && symbol < 13;
const isLetter = (symbol: number) => symbol > 13 && symbol < 40;

/** Returns what no text that goes on with this symbol comes before. */
const leastOf = (symbol: number): string => {
  if (symbol === 1) return ' ';
  if (isDigit(symbol)) return String.fromCharCode(symbol + 45);
  if (isLetter(symbol)) return String.fromCharCode(symbol + 83);
  return { 2: '!', 13: ':', 40: '{' }[symbol] ?? '';
};

/**
 * What texts are mostly like: names that many people have where this is used. Which letters follow each other is learnt from
 * it, and decides every code that is stored: another text here is another format of the read models.
 */
const learntFrom = [
  'maria jose ana joao antonio francisco carlos paulo pedro lucas luiz marcos luis gabriel rafael daniel marcelo bruno',
  'eduardo felipe raimundo rodrigo manoel mateus andre fernando fabio leonardo gustavo guilherme leandro tiago anderson',
  'ricardo marcio jorge sebastiao alexandre roberto edson diego vitor sergio claudio francisca antonia adriana juliana',
  'marcia fernanda patricia aline sandra camila amanda bruna jessica leticia julia luciana vanessa mariana gabriela vera',
  'vitoria larissa claudia beatriz rita luana sonia renata eliane josefa simone natalia cristiane carla debora rosangela',
  'jaqueline rosa daniela aparecida marlene terezinha raimunda andreia fabiana lucia raquel angela rafaela joana luzia',
  'elaine cristina caroline regina helena isabela valeria silvana monica tereza carolina alice laura sophia valentina',
  'heloisa manuela lorena miguel arthur heitor bernardo davi theo samuel enzo nicolas murilo caio igor renan otavio',
  'silva santos oliveira souza rodrigues ferreira alves pereira lima gomes costa ribeiro martins carvalho almeida lopes',
  'soares fernandes vieira barbosa rocha dias nascimento andrade moreira nunes marques machado mendes freitas cardoso',
  'ramos goncalves santana teixeira araujo pinto cavalcanti correia campos moura castro cruz batista barros monteiro',
  'miranda reis duarte medeiros borges pires melo azevedo bezerra macedo farias nogueira cunha sales guimaraes tavares',
  'coelho brito xavier da de do dos das e neto junior filho garcia lopez martinez gonzalez hernandez perez sanchez smith',
].join(' ');

/** Parts that a range is divided into. */
const parts = 4_096;
/** The range of a code. */
const whole = 2 ** 43;

interface Shares {
  /** Of each symbol how many parts. */
  readonly counts: readonly number[];
  /** Of each symbol the parts of those before it. */
  readonly before: readonly number[];
}

/** Returns how parts are divided in proportion to weights, no symbol without one. */
function sharesOf(weights: readonly number[]): Shares {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const counts = weights.map((weight) => 1 + Math.floor((weight / sum) * (parts - symbols)));
  const before: number[] = [];
  let total = 0;
  for (const count of counts) {
    before.push(total);
    total += count;
  }
  return { counts, before };
}

/** Returns the shares of what comes after each symbol. */
function learnShares(): readonly Shares[] {
  const overall = Array.from({ length: symbols }, (_, symbol) => {
    if (isLetter(symbol)) return 1;
    return symbol === 1 ? 3 : isDigit(symbol) ? 0.5 : 0.1;
  });
  const following = Array.from({ length: symbols }, () => Array<number>(symbols).fill(0));
  let previous = 1;
  for (let at = 0; at < learntFrom.length; at++) {
    const { symbol } = letterAt(learntFrom, at);
    overall[symbol]! += 1 / 16;
    following[previous]![symbol]! += 1;
    previous = symbol;
  }
  const total = overall.reduce((sum, weight) => sum + weight, 0);
  return following.map((counts, after) =>
    sharesOf(
      counts.map((count, symbol) => {
        const usual = (8 * overall[symbol]!) / total;
        // A number goes on as a number.
        return count + usual + (isDigit(after) && isDigit(symbol) ? 8 : 0);
      }),
    ),
  );
}

const sharesAfter = learnShares();

/** Returns where a symbol's share of a range begins: less than one apart towards its end, several may begin at once. */
const beginOf = (range: number, before: number): number => Math.floor((range * before) / parts);

/** Returns a number below 2^43 that is never smaller for a greater text: a dozen letters of a name decide it. */
export function codeOf(text: string): number {
  let low = 0;
  let range = whole;
  let previous = 1;
  for (let at = 0; range > 1; at++) {
    const { symbol, last } = letterAt(text, at);
    const { counts, before } = sharesAfter[previous]!;
    const begin = beginOf(range, before[symbol]!);
    low += begin;
    if (last) break;
    range = beginOf(range, before[symbol]! + counts[symbol]!) - begin;
    previous = symbol;
  }
  return low;
}

/** Returns what no text with this code, or a greater one, comes before. */
export function firstWith(code: number): string {
  let text = '';
  let rest = code;
  let range = whole;
  let previous = 1;
  while (range > 1) {
    const { counts, before } = sharesAfter[previous]!;
    const within = range;
    const beginAt = (symbol: number) => beginOf(within, before[symbol]!);
    const endAt = (symbol: number) => beginOf(within, before[symbol]! + counts[symbol]!);
    // The first that may give the code: one whose share has no width gives the number where it begins.
    const symbol = counts.findIndex(
      (_, one) => endAt(one) > rest || (endAt(one) === rest && beginAt(one) === rest),
    );
    text += leastOf(symbol);
    if (symbol !== 1 && !isDigit(symbol) && !isLetter(symbol)) break;
    rest -= beginAt(symbol);
    range = endAt(symbol) - beginAt(symbol);
    previous = symbol;
  }
  return text;
}
