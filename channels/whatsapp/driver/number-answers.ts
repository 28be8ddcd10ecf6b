import type { WASocket } from 'baileys';
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, USyncQuery, USyncUser } from 'baileys';
import { DriverError } from '../../../gateway/driver/driver.ts';
import { addressOf } from './addresses.ts';

/** Returns the error that an answer about numbers has inside, in place of what it was asked for. */
function refusalIn(answer: BinaryNode): BinaryNode | undefined {
  const told = getBinaryNodeChildren(getBinaryNodeChild(answer, 'list'), 'user');
  const result = getBinaryNodeChild(answer, 'result');
  return ['devices', 'contact']
    .filter((asked) => !told.some((user) => getBinaryNodeChild(user, asked)))
    .map((asked) => getBinaryNodeChild(getBinaryNodeChild(result, asked), 'error'))
    .find((error) => error !== undefined);
}

/**
 * Makes an answer about numbers a refusal where it says so inside, as the network does of too many questions: Baileys takes
 * it for numbers without phones, and what is sent to these reaches nobody.
 */
export function heedRefusals({ ws }: Pick<WASocket, 'ws'>): void {
  const emit = ws.emit.bind(ws);
  ws.emit = (name: string | symbol, ...given: unknown[]) => {
    const { tag, attrs, content } = (given[0] ?? {}) as Partial<BinaryNode>;
    const isAnswer = tag === 'iq' && attrs?.type === 'result' && Array.isArray(content);
    const usync = isAnswer ? content.find((child) => child.tag === 'usync') : undefined;
    const refusal = usync && refusalIn(usync);
    if (!refusal) return emit(name, ...given);
    return emit(name, { tag, attrs: { ...attrs, type: 'error' }, content: [refusal] });
  };
}

/**
 * Returns the address under which the network knows a number; undefined: it says that it does not.
 * @throws when it says neither
 */
export async function lookUpNumber(
  link: Pick<WASocket, 'executeUSyncQuery'>,
  number: string,
): Promise<string | undefined> {
  const question = new USyncQuery().withContactProtocol().withUser(new USyncUser().withPhone(`+${number}`));
  const parse = question.parseUSyncQueryResult.bind(question);
  let answer: BinaryNode | undefined;
  question.parseUSyncQueryResult = (given) => {
    answer = given;
    return parse(given);
  };
  await link.executeUSyncQuery(question);
  const user = getBinaryNodeChild(getBinaryNodeChild(getBinaryNodeChild(answer, 'usync'), 'list'), 'user');
  const said = getBinaryNodeChild(user, 'contact')?.attrs.type;
  if (said === 'out') return undefined;
  const known = said === 'in' ? addressOf(user?.attrs.jid) : undefined;
  if (known) return known;
  throw new DriverError('unknown', 'the network does not say whether it knows the number');
}
