import { expect, test } from 'vitest';
import { mediaSetting } from './media-setting.ts';

test('a folder, with what an address escapes', () => {
  expect(mediaSetting('file:///srv/my%20files')).toEqual({ path: '/srv/my files' });
});

test('a bucket at a host, with key and secret, folders before every file, region and without TLS', () => {
  expect(mediaSetting('s3://key:a%2Fb%3A@minio:9000/desk/one/two?region=sa-east-1&tls=false')).toEqual({
    bucket: 'desk',
    prefix: 'one/two/',
    region: 'sa-east-1',
    endpoint: 'http://minio:9000',
    credentials: { accessKeyId: 'key', secretAccessKey: 'a/b:' },
  });
});

test('TLS is the rule, and without a key the cloud says who we are', () => {
  expect(mediaSetting('s3://s3.sa-east-1.amazonaws.com/desk')).toMatchObject({
    endpoint: 'https://s3.sa-east-1.amazonaws.com',
    prefix: '',
    credentials: undefined,
  });
});
