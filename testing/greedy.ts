/** Takes more than it may, as it is told. */
const held: unknown[] = [];
switch (process.argv[2]) {
  case 'buffers':
    for (let at = 0; at < 200; at++) held.push(Buffer.alloc(10 * 1024 * 1024, 1));
    break;
  case 'heap':
    for (let at = 0; at < 50_000_000; at++) held.push({ at });
    break;
  case 'output':
    process.stdout.write('x'.repeat(2_000));
    break;
}
process.stdout.write(JSON.stringify({ secret: process.env.SECRET_KEY ?? process.env.PATH ?? null }));
