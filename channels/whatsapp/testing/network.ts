import { createServer } from 'node:http';
import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, getBinaryNodeChild, proto } from 'baileys';
import { type WebSocket, WebSocketServer } from 'ws';
import { freePort } from '../../../testing/free-port.ts';
import { answerTo } from './answers.ts';
import { createMediaHost } from './media-host.ts';
import { mediaRetry, type Reupload } from './media-retry.ts';
import { createServerNoise } from './noise.ts';
import { phoneThatReads, phoneWithCode } from './pairing.ts';
import { createPhones, lidOf } from './phones.ts';

// A WhatsApp for tests that says everything the network says, also what a well-behaved server never would: logins
// refused, acks withheld, stanzas forged. crabline (crabline.ts) is the independent second opinion: it knows
// fewer stanzas than Baileys sends and closes the line on the rest.

/** A message of ours as the contact's phone reads it. */
export interface Sent {
  readonly id: string;
  readonly to: string;
  readonly stanza: BinaryNode;
  readonly message: proto.IMessage;
}
export interface Inbound {
  readonly id: string;
  /** Number, `…@lid`, or a whole jid. */
  readonly from: string;
  readonly message: proto.IMessage;
  readonly name?: string;
  /** A group's id; `from` wrote in it. */
  readonly group?: string;
  /** More of the stanza: `offline`, `sender_pn`, `recipient` … */
  readonly attrs?: Readonly<Record<string, string>>;
}

const server = 's.whatsapp.net';
const seconds = () => String(Math.floor(Date.now() / 1_000));
const node = (tag: string, attrs: BinaryNode['attrs'], content?: BinaryNode['content']): BinaryNode =>
  content === undefined ? { tag, attrs } : { tag, attrs, content };
const jidOf = (address: string): string => (address.includes('@') ? address : `${address}@${server}`);

export type Network = Awaited<ReturnType<typeof startNetwork>>;

export async function startNetwork() {
  const phones = createPhones();
  const media = await createMediaHost();
  const groups = new Map<string, { subject: string; participants: readonly string[] }>();
  const absent = new Set<string>();
  const spellings = new Map<string, string>();
  const open = new Map<WebSocket, { self: string; send(stanza: BinaryNode): void }>();
  const received: BinaryNode[] = [];
  const sent: Sent[] = [];
  const logins: string[] = [];
  /** As the phone lists them, of those that were to be paired. */
  const deviceNames: string[] = [];
  const versions: string[] = [];
  const rules = {
    /** Code that the next logins are refused with; undefined lets them in. */
    login: (_number: string): number | undefined => undefined,
    /** What becomes of a message: taken, refused with a code, or no answer. */
    ack: (_stanza: BinaryNode): 'ack' | 'none' | number => 'ack',
    /** An answer of the test's own to a question; 'none': no answer; undefined: the usual one. */
    answer: (_question: BinaryNode): BinaryNode | 'none' | undefined => undefined,
    /** What the phone that sent a file says when it is asked to bring it again; undefined: it is off. */
    reupload: (_id: string): Reupload | undefined => undefined,
  };
  const usual = { ...rules };
  /** What the codes to be read name, one after the other. */
  const references = ['ref-1', 'ref-2'];
  /** Which test it is: a line of an earlier one may still have something under way. */
  let test = 0;
  const port = await freePort();
  /** How many have been paired since. */
  let companions = 0;
  const http = createServer((request, response) => media.serve(request, response));
  const sockets = new WebSocketServer({ server: http });

  sockets.on('connection', (socket) => {
    const noise = createServerNoise();
    const ofTest = test;
    let step: 'hello' | 'finish' | 'open' = 'hello';
    let self = '';
    let handling: Promise<void> = Promise.resolve();
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    socket.on('message', (data) => {
      handling = handling
        .then(async () => {
          for (const frame of noise.frames(data as Buffer)) {
            if (ofTest !== test) return;
            if (step === 'hello') {
              socket.send(noise.hello(frame));
              step = 'finish';
            } else if (step === 'finish') {
              welcome(noise.finish(frame));
              step = 'open';
            } else {
              const stanza = await decodeBinaryNode(noise.open(frame));
              if (ofTest === test) await handle(stanza);
            }
          }
        })
        .catch((error: unknown) => {
          if (ofTest === test) problems.push(error);
          socket.terminate();
        });
    });
    const send = (stanza: BinaryNode) => socket.send(noise.seal(encodeBinaryNode(stanza)));

    function welcome(login: proto.ClientPayload): void {
      const number = login.username ? String(login.username) : '';
      logins.push(number);
      const shown = login.devicePairingData?.deviceProps;
      if (shown) deviceNames.push(proto.DeviceProps.decode(shown).os ?? '');
      const { primary, secondary, tertiary } = login.userAgent?.appVersion ?? {};
      versions.push([primary, secondary, tertiary].join('.'));
      const code = rules.login(number);
      if (code !== undefined) {
        send(node('failure', { reason: String(code) }));
        return;
      }
      self = number && `${number}:${login.device ?? 0}@${server}`;
      open.set(socket, { self, send });
      if (number) {
        send(node('success', { lid: `${lidOf(number)}@lid`, t: seconds() }));
        send(node('ib', { from: server }, [node('offline', { count: '0' })]));
      } else {
        const refs = references.map((ref) => node('ref', {}, Buffer.from(ref)));
        send(node('iq', { id: 'pair', type: 'set', from: server }, [node('pair-device', {}, refs)]));
      }
    }

    async function handle(stanza: BinaryNode): Promise<void> {
      received.push(stanza);
      const { tag, attrs } = stanza;
      if (tag === 'iq' && attrs.type !== 'result') {
        const answer = rules.answer(stanza);
        if (answer === 'none') return;
        send(answer ?? answerTo(stanza, { phones, mediaHost: () => media.host, groups, absent, spellings }));
      } else if (tag === 'message') {
        const fate = rules.ack(stanza);
        if (fate === 'ack') {
          const message = await phones.decrypt(stanza, self);
          if (message) sent.push({ id: attrs.id!, to: attrs.to!, stanza, message });
        }
        if (fate !== 'none') send(ack(attrs, typeof fate === 'number' ? fate : undefined));
      } else if (tag === 'receipt' && attrs.type === 'server-error') {
        const said = rules.reupload(attrs.id!);
        if (said) send(await mediaRetry(attrs.id!, getBinaryNodeChild(stanza, 'rmr')?.attrs ?? {}, said));
      }
    }
  });

  const ack = ({ id, to }: BinaryNode['attrs'], error?: number): BinaryNode =>
    node('ack', {
      class: 'message',
      id: id!,
      from: to!,
      t: seconds(),
      ...(error === undefined ? {} : { error: String(error) }),
    });
  const listen = () => new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  const problems: unknown[] = [];
  await listen();
  const cut = () => {
    for (const socket of sockets.clients) socket.terminate();
  };
  const stop = async () => {
    cut();
    await new Promise((resolve) => http.close(resolve));
  };
  /** Hands a stanza to everybody who is connected (or to one number). */
  const push = (stanza: BinaryNode, number?: string) => {
    for (const line of open.values())
      if (number === undefined || line.self.startsWith(`${number}:`)) line.send(stanza);
  };

  /** Hands it to whoever is not a companion of any number yet. */
  const pushToNew = (stanza: BinaryNode) => {
    for (const line of open.values()) if (line.self === '') line.send(stanza);
  };
  /** Waits until the companion that was accepted has said so, and sends it through the door again. */
  const companionSigns = async () => {
    const signed = () => received.filter((stanza) => getBinaryNodeChild(stanza, 'pair-device-sign')).length;
    while (signed() <= companions) await new Promise((resolve) => setTimeout(resolve, 10));
    companions = signed();
    pushToNew(node('stream:error', { code: '515' }, []));
  };

  return {
    url: `ws://127.0.0.1:${port}/ws/chat`,
    rules,
    groups,
    absent,
    spellings,
    media,
    push,
    cut,
    stop,
    start: listen,
    /** Numbers in the order in which they logged in; '' has no pairing yet. */
    logins,
    deviceNames,
    /** Versions that the clients said they are. */
    versions,
    /** Every stanza that came. */
    received,
    /** Messages that were taken, read as their receiver reads them. */
    sent,
    /** What went wrong in the server itself: expected to be empty. */
    problems,
    connected: () => open.size,
    /** How many lines a number has open at this moment. */
    linesOf: (number: string) =>
      [...open.values()].filter(({ self }) => self.split(':')[0] === number).length,
    ack: (id: string, to: string, error?: number) => push(ack({ id, to: jidOf(to) }, error)),
    /** Somebody writes. */
    write({ id, from, message, name, group, attrs }: Inbound, number?: string) {
      const content = [node('plaintext', {}, Buffer.from(proto.Message.encode(message).finish()))];
      push(
        node(
          'message',
          {
            id,
            from: group === undefined ? jidOf(from) : `${group}@g.us`,
            ...(group === undefined ? {} : { participant: jidOf(from) }),
            t: seconds(),
            type: 'text',
            ...(name === undefined ? {} : { notify: name }),
            ...attrs,
          },
          content,
        ),
        number,
      );
    },
    /** The contact's phone got or read our messages. */
    receipt: (
      from: string,
      ids: readonly string[],
      type?: 'read' | 'read-self' | 'retry',
      more?: BinaryNode[],
    ) =>
      push(
        node(
          'receipt',
          { id: ids[0]!, from: jidOf(from), t: seconds(), ...(type && { type }) },
          more ??
            (ids.length > 1
              ? [
                  node(
                    'list',
                    {},
                    ids.slice(1).map((id) => node('item', { id })),
                  ),
                ]
              : undefined),
        ),
      ),
    /** The network ends the line with a code: 440 another session, 515 come again, 401 logged out … */
    streamError: (code: number) =>
      push(
        code === 440
          ? node('stream:error', {}, [node('conflict', { type: 'replaced' })])
          : node(
              'stream:error',
              { code: String(code) },
              code === 401 ? [node('conflict', { type: 'device_removed' })] : [],
            ),
      ),
    /** Somebody types the code into the phone of a number; the network then asks its new companion to come again. */
    async typeCode(code: string, number: string) {
      const registration = (stage: string) =>
        received
          .flatMap((stanza) => getBinaryNodeChild(stanza, 'link_code_companion_reg') ?? [])
          .findLast(({ attrs }) => attrs.stage === stage);
      // A code is known a moment before the network has heard of it.
      let hello = registration('companion_hello');
      for (const until = Date.now() + 5_000; !hello && Date.now() < until; ) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        hello = registration('companion_hello');
      }
      if (!hello) throw new Error('nobody asked to be paired by a code');
      const phone = await phoneWithCode(hello, code);
      pushToNew(phone.greeting);
      for (let finish: BinaryNode | undefined; !finish; ) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        finish = registration('companion_finish');
        if (finish) pushToNew(phone.acceptance(finish, number));
      }
      await companionSigns();
    },
    /** The phone of a number reads a QR code; the network then asks its new companion to come again. */
    async readCode(code: string, number: string) {
      const phone = phoneThatReads(code);
      if (!references.includes(phone.reference)) throw new Error(`no code of this network: ${code}`);
      pushToNew(phone.acceptance(number));
      await companionSigns();
    },
    /** Usual behaviour again, nothing remembered, and nothing taken any more from the lines that are open. */
    reset(): void {
      test += 1;
      cut();
      Object.assign(rules, usual);
      companions = 0;
      for (const list of [received, sent, logins, deviceNames, versions, problems]) list.length = 0;
      absent.clear();
      spellings.clear();
      groups.clear();
      media.reset();
    },
    async close() {
      await stop();
      await media.close();
    },
  };
}
