/**
 * The shop's logo on papers of a till. A paper is stored with its entry for at least a month, so it contains only a
 * placeholder; the logo itself, stored once with the catalogue, is inserted when the paper is printed.
 */
import type { CatalogueTables } from '../device/catalogue/catalogue-tables.ts';

/** The placeholder for its address. */
const PLACE = 'till-logo';
const PICTURE = /<img [^>]*src="till-logo"[^>]*>/g;
/** The server's logo: a data URL, which needs no network. */
const ADDRESS = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/;

type Settings = Pick<CatalogueTables, 'settings'>;

function logoOf({ settings }: Settings): string | undefined {
  const { logo_image } = settings;
  return typeof logo_image === 'string' && ADDRESS.test(logo_image) ? logo_image : undefined;
}

/** For the head of a paper; null without a logo. */
export const logoPlace = (tables: Settings): string | null => (logoOf(tables) === undefined ? null : PLACE);

/** Inserts the logo; a placeholder without a logo is removed. */
export function withLogo(html: string, tables: Settings): string {
  const logo = logoOf(tables);
  return logo === undefined ? html.replace(PICTURE, '') : html.replaceAll(`src="${PLACE}"`, `src="${logo}"`);
}
