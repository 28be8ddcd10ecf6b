import { expect, it } from 'vitest';
import { proxyOf, shownProxy } from './proxy.ts';

it.each([
  ['http://proxy.example:3128', { scheme: 'http', host: 'proxy.example', port: 3128 }],
  ['HTTPS://proxy.example:443/', { scheme: 'https', host: 'proxy.example', port: 443 }],
  ['http://proxy.example:80', { scheme: 'http', host: 'proxy.example', port: 80 }],
  ['socks5://[2001:db8::1]:1080', { scheme: 'socks5', host: '2001:db8::1', port: 1080 }],
  ...([
    ['socks5://ana:p%40ss:w@h:1', { user: 'ana', password: 'p@ss:w' }],
    ['socks5://ana:p@ss@h:1', { user: 'ana', password: 'p@ss' }],
    ['socks5://ana:100%@h:1', { user: 'ana', password: '100%' }],
  ].map(([text, login]) => [text, { scheme: 'socks5', host: 'h', port: 1, login }]) as [string, object][]),
] as [string, object][])('%s is a proxy', (text, proxy) => {
  expect(proxyOf(text)).toEqual(proxy);
});

it.each([
  ['proxy.example:3128', 'proxyScheme'],
  ['ftp://proxy.example:21', 'proxyScheme'],
  ['socks4://proxy.example:1080', 'proxyScheme'],
  ['javascript:alert(1)', 'proxyScheme'],
  ['http://:3128', 'proxyHost'],
  ['http://a b:3128', 'proxyHost'],
  ['http://host/path:80', 'proxyHost'],
  ['http://[::zz]:80', 'proxyHost'],
  ['http://proxy.example', 'proxyPort'],
  ['http://proxy.example:', 'proxyPort'],
  ['http://proxy.example:0', 'proxyPort'],
  ['http://proxy.example:70000', 'proxyPort'],
  [`http://${'u'.repeat(256)}:p@h:1`, 'proxyLogin'],
])('%s is none, for its own reason', (text, problem) => {
  expect(proxyOf(text)).toBe(problem);
});

it('shows host and port, and nothing else', () => {
  expect(shownProxy('socks5://ana:segredo@proxy.example:1080')).toBe('proxy.example:1080');
  expect(shownProxy('http://[2001:db8::1]:3128')).toBe('[2001:db8::1]:3128');
});
