import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { plugins } from '../registry.ts';

const routes = plugins.flatMap((plugin) => plugin.routes ?? []);
/** Returns for whom the page at an address is; undefined: there is none. */
const accessOf = (address: string) => {
  const route = routes.find(({ path }) => matchPath(path, address));
  return route && (route.access ?? 'login');
};

test.each([
  ...['/', '/connections', '/settings', '/users', '/contacts', '/tags', '/queues'],
  ...['/helps', '/financeiro', '/subscription'],
])('%s is there, and asks for a login', (address) => {
  expect(accessOf(address)).toBe('login');
});
test.each(['/login', '/signup', '/forgetpsw'])('%s is there for who is not signed in', (address) => {
  expect(accessOf(address)).toBe('public');
});
