import { crc32, deflateSync } from 'node:zlib';

function chunk(name: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(name, 4, 'latin1');
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])));
  return Buffer.concat([head, data, tail]);
}

/** A PNG of so many pixels, all of one colour; `data`: its pixels, compressed, where they are to be others. */
export function png(width: number, height: number, data?: Uint8Array, [r, g, b] = [198, 93, 7]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = () => Buffer.concat([Buffer.from([0]), Buffer.alloc(3 * width, Buffer.from([r!, g!, b!]))]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', data ?? deflateSync(Buffer.concat(Array.from({ length: height }, row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An icon of these images. */
export function icon(...images: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let from = head.length;
  images.forEach((image, index) => {
    head.writeUInt32LE(image.length, 6 + 16 * index + 8);
    head.writeUInt32LE(from, 6 + 16 * index + 12);
    from += image.length;
  });
  return Buffer.concat([head, ...images]);
}
