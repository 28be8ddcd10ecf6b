import { fileURLToPath } from 'node:url';
import type { S3Options } from '../stores/media-store/s3.ts';

/** Where files lie: a folder, or a bucket. */
export type MediaSetting = { readonly path: string } | Omit<S3Options, 'log'>;

/**
 * Returns what `file:///folder` or `s3://key:secret@host:port/bucket/prefix?region=…&tls=false` says. Without key and
 * secret those are used that the environment of a cloud gives.
 */
export function mediaSetting(text: string): MediaSetting {
  const url = new URL(text);
  if (url.protocol === 'file:') return { path: fileURLToPath(url) };
  const [, bucket = '', ...folders] = url.pathname.split('/').map(decodeURIComponent);
  const prefix = folders.filter(Boolean).map((folder) => `${folder}/`);
  return {
    bucket,
    prefix: prefix.join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: `${url.searchParams.get('tls') === 'false' ? 'http' : 'https'}://${url.host}`,
    credentials: url.username
      ? {
          accessKeyId: decodeURIComponent(url.username),
          secretAccessKey: decodeURIComponent(url.password),
        }
      : undefined,
  };
}
