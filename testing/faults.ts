import type { ServerResponse } from 'node:http';

/** What whoever asks over HTTP may meet. */
export const faults = {
  status: (status: number) => (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>sorry</h1>'),
  says: (body: string) => (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(body),
  /** The line ends without an answer. */
  cut: (response: ServerResponse) => void response.destroy(),
  /** Nothing comes, and the line stays. */
  silence: () => {},
  /** Its head comes, then a sign now and then, and no end. */
  trickle: (status: number) => (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(timer));
  },
  large: (response: ServerResponse) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('"'.padEnd(2 * 1024 * 1024, 'x')),
  redirect: (to: string) => (response: ServerResponse) =>
    void response.writeHead(302, { location: to }).end(),
};
