import type { LogoRef, Logos } from '../../domain/company/logos.ts';
import { logoUrl, ownImage } from './read.ts';

export const manifestPath = '/api/logos/manifest.webmanifest';

const brands: readonly LogoRef[] = ['signup', 'login', 'interno'];

/** Returns the console's page with the installation's own icons and logos in its head. */
export function pageWith(page: string, logos: Logos): string {
  const link = (rel: string, ref: LogoRef, more = '') => {
    const image = logos[ref];
    return image ? `<link rel="${rel}" href="${logoUrl(ref, image)}" type="${image.mime}"${more} />` : '';
  };
  const icons =
    link('icon', 'favicon') + link('icon', 'favicon-256x256', ' sizes="256x256"') ||
    `<link rel="icon" href="${ownImage.favicon}" type="image/svg+xml" />`;
  const touch =
    link('apple-touch-icon', 'apple-touch-icon') ||
    `<link rel="apple-touch-icon" href="${ownImage['apple-touch-icon']}" />`;
  const names = brands.map((ref) => {
    const image = logos[ref];
    return image ? `<meta name="logo-${ref}" content="${logoUrl(ref, image)}" />` : '';
  });
  return page
    .replaceAll(/<link rel="(?:icon|apple-touch-icon)"[^>]*>\s*/g, '')
    .replace('</head>', () => `${icons}${touch}${names.join('')}</head>`);
}

/** Returns the manifest by which the console is installed as an application. */
export function manifestOf(logos: Logos) {
  const icon = (ref: LogoRef, usual: number) => {
    const image = logos[ref];
    const { mime = 'image/png', width = usual, height = usual } = image ?? {};
    const sizes = mime === 'image/svg+xml' ? 'any' : `${width}x${height}`;
    return { src: image ? logoUrl(ref, image) : ownImage[ref], type: mime, sizes };
  };
  return {
    id: '/',
    name: 'Balcão',
    short_name: 'Balcão',
    lang: 'pt-BR',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#2b142a',
    theme_color: '#2b142a',
    icons: [icon('favicon-256x256', 256), icon('apple-touch-icon', 180)],
  };
}
