import { type LogoImage, type LogoRef, type Logos, logoRefs } from '../../domain/company/logos.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';

/** Returns the installation's own images. */
export async function logosOf(readStore: ReadStore): Promise<Logos> {
  const platform = await readStore.allCompanies().get<CompanyDocument>('companies', platformCompanyId);
  return platform?.logos ?? {};
}

/** Returns an image's address. Another image has another one, so that a browser may keep each for ever. */
export const logoUrl = (ref: LogoRef, { mediaId }: LogoImage): string => `/api/logos/${ref}?v=${mediaId}`;

/** Files of the console that are shown where the installation has none of its own. */
export const ownImage: Readonly<Record<LogoRef, string>> = {
  signup: '/icon.svg',
  login: '/icon.svg',
  interno: '/icon.svg',
  favicon: '/icon.svg',
  'favicon-256x256': '/icon-256.png',
  'apple-touch-icon': '/apple-touch-icon.png',
};

export const logoList = (logos: Logos) =>
  logoRefs.map((ref) => {
    const image = logos[ref];
    return { ref, own: image === undefined, url: image ? logoUrl(ref, image) : ownImage[ref] };
  });
