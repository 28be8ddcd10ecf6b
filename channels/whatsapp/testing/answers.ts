/**
 * A WhatsApp for the driver's tests: phones, pairing and messages as the network has them, and what a well-behaved server
 * never says.
 */

import {
  type BinaryNode,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  getBinaryNodeChildren,
} from 'baileys';
import { lidOf, type Phones } from './phones.ts';

/** What the network knows when it answers. */
export interface Knowledge {
  readonly phones: Phones;
  /** Host (and port) that files are sent to. */
  readonly mediaHost: () => string;
  readonly groups: ReadonlyMap<
    string,
    { readonly subject: string; readonly participants: readonly string[] }
  >;
  /** Numbers that are not on WhatsApp. */
  readonly absent: ReadonlySet<string>;
  /** Numbers that WhatsApp knows as others. */
  readonly spellings: ReadonlyMap<string, string>;
}

const server = 's.whatsapp.net';
const node = (tag: string, attrs: BinaryNode['attrs'] = {}, content?: BinaryNode['content']): BinaryNode =>
  content === undefined ? { tag, attrs } : { tag, attrs, content };

/** What the network answers to a question (`iq`), as far as a connection needs answers. */
export function answerTo(question: BinaryNode, knowledge: Knowledge): BinaryNode {
  const { phones, mediaHost, groups } = knowledge;
  const { id = '', xmlns, to = server, type } = question.attrs;
  const [child] = getAllBinaryNodeChildren(question);
  const result = (...content: BinaryNode[]) => node('iq', { id, from: to, type: 'result' }, content);
  const refused = (code: string, text: string) =>
    node('iq', { id, from: to, type: 'error' }, [node('error', { code, text })]);

  switch (xmlns) {
    case 'md':
      // A name that is no browser's on a system it knows it refuses; the phone shows another name (Baileys#2769).
      if (child?.tag === 'link_code_companion_reg' && child.attrs.stage === 'companion_hello') {
        const display = getBinaryNodeChild(child, 'companion_platform_display')?.content?.toString() ?? '';
        if (!/^(Chrome|Edge|Firefox|Opera|Safari) \((Windows|Mac OS|Linux)\)$/.test(display))
          return refused('400', 'bad-request');
      }
      return result();
    case 'encrypt':
      if (child?.tag === 'count') return result(node('count', { value: '50' }));
      if (child?.tag === 'digest') return result(node('digest'));
      if (child?.tag === 'key') {
        const users = getBinaryNodeChildren(child, 'user');
        return result(
          node(
            'list',
            {},
            users.map(({ attrs }) => phones.bundle(attrs.jid!)),
          ),
        );
      }
      return result();
    case 'usync': {
      const users = getBinaryNodeChildren(getBinaryNodeChild(child, 'list'), 'user');
      return result(node('usync', {}, [node('list', {}, users.map(user(knowledge)))]));
    }
    case 'abt':
      return result(node('props', { hash: 'x' }));
    case 'blocklist':
      return result(node('list', {}, []));
    case 'privacy':
      return result(node('privacy', {}, []));
    case 'w:m':
      return result(
        node('media_conn', { auth: 'x', ttl: '3600' }, [node('host', { hostname: mediaHost() })]),
      );
    case 'w:g2': {
      if (child?.tag === 'participating') return result(node('groups', {}, []));
      const group = groups.get(to.split('@')[0] ?? '');
      if (type !== 'get' || !group) return refused('404', 'item-not-found');
      const people = group.participants.map((number) => node('participant', { jid: `${number}@${server}` }));
      return result(
        node(
          'group',
          { id: to, subject: group.subject, s_t: '1', creation: '1', addressing_mode: 'pn' },
          people,
        ),
      );
    }
    default:
      return result();
  }
}

const user =
  ({ absent, spellings }: Pick<Knowledge, 'absent' | 'spellings'>) =>
  (asked: BinaryNode) => {
    const phone = getBinaryNodeChild(asked, 'contact')?.content?.toString().replace(/\D/g, '');
    const jid = asked.attrs.jid ?? `${phone}@${server}`;
    const number = (jid.split('@')[0] ?? '').split(':')[0] ?? '';
    const isLid = jid.endsWith('@lid');
    const known = spellings.get(number);
    const isOut = absent.has(number);
    if (known !== undefined || isOut)
      return node('user', { jid: known === undefined ? jid : `${known}@${server}` }, [
        ...(phone === undefined ? [] : [node('contact', { type: isOut ? 'out' : 'in' })]),
        node('devices', {}, [node('device-list')]),
      ]);
    return node('user', { jid }, [
      ...(phone === undefined ? [] : [node('contact', { type: 'in' })]),
      node('devices', {}, [node('device-list', {}, [node('device', { id: '0' })])]),
      ...(isLid ? [] : [node('lid', { val: `${lidOf(number)}@lid` })]),
    ]);
  };
