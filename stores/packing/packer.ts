import { build, type Frame, frameOf, leafOf } from './frames.ts';
import { Leaves } from './leaf-reader.ts';
import { begin, writeLeaf, writeName, writeShape, writtenBytes } from './leaves.ts';
import { type NameTable, namesNothing } from './names.ts';
import {
  isAbsent,
  isPlain,
  type Plain,
  type ShapeTable,
  type Step,
  shapeText,
  stepsIn,
  stepsOf,
} from './shapes.ts';

/**
 * Writes JSON values as bytes: the number of their shape (keys and how they nest, kept once a file), then their leaves.
 * An event takes a quarter of its JSON, at about the same processor time.
 */
export interface Packer {
  /**
   * Returns the value as bytes, undefined when it has no shape or the shape cannot be kept: it is to be kept as JSON.
   * @param knownNames ids that are at hand when it is read
   * @param knownNumber a number that is, too
   */
  pack(value: object, knownNames: readonly string[], knownNumber?: number): Buffer | undefined;
  /** Returns what JSON would have given back. @throws Error on bytes that are not packed, or by shapes that are not there */
  unpack(packedBytes: Uint8Array, knownNames: readonly string[], knownNumber?: number): unknown;
  /** Returns one leaf of the outermost object, with nothing behind it read; undefined: it has none by this name. */
  leaf(packedBytes: Uint8Array, knownNames: readonly string[], name: string): unknown;
  /** Takes shapes and names from their tables anew: after a rollback those that were added are gone. */
  forget(): void;
}

interface Next {
  /** What its text names; undefined: nothing, it is kept as it is. */
  readonly kind: string | undefined;
  leaf?: Node;
  open?: Node;
}

/** A place in the tree of known shapes: what may come next. */
interface Node {
  readonly keys: Map<string, Next>;
  /** The key that came first: of most places the only one, and found without a look into the map. */
  usualName?: string;
  usualNext?: Next;
  close?: Node;
  /** The shape that ends here. */
  number?: number;
}

const mostShapes = 8_192;
const newNode = (): Node => ({ keys: new Map() });

function plant(root: Node, steps: readonly Step[], number: number, names: NameTable): void {
  let node = root;
  const open: string[] = [];
  for (const [kind, name] of steps) {
    if (kind === 'close') {
      node.close ??= newNode();
      node = node.close;
      open.pop();
      continue;
    }
    const next = node.keys.get(name) ?? { kind: names.kindOf(name, open.at(-1)) };
    if (kind === 'open') open.push(name);
    node.keys.set(name, next);
    node.usualName ??= name;
    node.usualNext ??= next;
    next[kind] ??= newNode();
    node = next[kind];
  }
  node.number = number;
}

/** Returns where the way through the tree ended, on which the leaves of a value are written; undefined: no known shape. */
function follow(root: Node, value: Plain, names: NameTable): Node | undefined {
  let node = root;
  for (const name in value) {
    const item = value[name];
    if (isAbsent(item)) continue;
    const nextNode = name === node.usualName ? node.usualNext : node.keys.get(name);
    if (!nextNode) return undefined;
    const inner = isPlain(item);
    if (!inner && nextNode.leaf) {
      if (nextNode.kind === undefined) writeLeaf(item);
      else writeName(item, nextNode.kind, value, names);
      node = nextNode.leaf;
      continue;
    }
    const end = inner && nextNode.open && follow(nextNode.open, item, names)?.close;
    if (!end) return undefined;
    node = end;
  }
  return node;
}

/** Writes the leaves of a value whose steps these are. */
function writeSteps(steps: readonly Step[], value: Plain, names: NameTable): void {
  const open: { readonly object: Plain; readonly key?: string }[] = [{ object: value }];
  for (const [kind, name] of steps) {
    const { object, key } = open.at(-1)!;
    if (kind === 'close') open.pop();
    else if (kind === 'open') open.push({ object: object[name] as Plain, key: name });
    else {
      const named = names.kindOf(name, key);
      if (named === undefined) writeLeaf(object[name]);
      else writeName(object[name], named, object, names);
    }
  }
}

/** Returns what packs by the shapes of a file. @param names absent: no leaf is kept by number */
export function createPacker(table: ShapeTable, names: NameTable = namesNothing): Packer {
  let root = newNode();
  let frames = new Map<number, Frame>();
  let numbers = new Map<string, number>();
  let lastNumber = 0;

  function take(number: number, steps: readonly Step[]): void {
    frames.set(number, frameOf(steps));
    numbers.set(shapeText(steps), number);
    plant(root, steps, number, names);
  }

  /** Another process may have added some. */
  function reload(): void {
    for (const { number, shape } of table.after(lastNumber)) {
      take(number, stepsIn(shape));
      lastNumber = Math.max(lastNumber, number);
    }
  }

  function packNew(
    value: Plain,
    knownNames: readonly string[],
    knownNumber: number | undefined,
  ): Buffer | undefined {
    const steps = stepsOf(value);
    if (!steps) return undefined;
    const shape = shapeText(steps);
    const number = numbers.get(shape) ?? (frames.size < mostShapes ? table.add(shape) : undefined);
    if (number === undefined) return undefined;
    if (!frames.has(number)) take(number, steps);
    begin(knownNames, knownNumber);
    writeShape(number);
    writeSteps(steps, value, names);
    return writtenBytes();
  }

  function frameBy(number: number): Frame {
    const frame = frames.get(number);
    if (frame) return frame;
    reload();
    const added = frames.get(number);
    if (!added) throw new Error(`packed data of a shape that is not there (${number})`);
    return added;
  }

  return {
    pack(value, knownNames, knownNumber) {
      if (lastNumber === 0) reload();
      begin(knownNames, knownNumber);
      // Its number is known at the end, and written over this one.
      writeShape(0);
      const number = follow(root, value as Plain, names)?.number;
      if (number === undefined) return packNew(value as Plain, knownNames, knownNumber);
      const packed = writtenBytes();
      packed.writeUInt16BE(number);
      return packed;
    },
    unpack(packed, knownNames, knownNumber) {
      const leaves = new Leaves(packed, knownNames, names, knownNumber);
      const value = build(frameBy(leaves.shape()), leaves);
      leaves.end();
      return value;
    },
    leaf(packed, knownNames, name) {
      const leaves = new Leaves(packed, knownNames, names, undefined);
      return leafOf(frameBy(leaves.shape()), leaves, name);
    },
    forget() {
      root = newNode();
      frames = new Map();
      numbers = new Map();
      lastNumber = 0;
      names.forget();
    },
  };
}
