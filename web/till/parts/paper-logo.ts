/**
 * The logo of the shop on papers of a till. A paper is kept with its entry for a month and more, so it holds the place of the logo, and the logo
 * itself, which the catalogue keeps once, is put there when the paper is printed.
 */
import type { CatalogueTables } from '../device/catalogue-tables.ts';

/** In place of its address. */
const PLACE = 'till-logo';
const PICTURE = /<img [^>]*src="till-logo"[^>]*>/g;
/** What the server sends: a picture that needs no network. */
const ADDRESS = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/;

type Settings = Pick<CatalogueTables, 'settings'>;

function logoOf({ settings }: Settings): string | undefined {
  const { logo_image } = settings;
  return typeof logo_image === 'string' && ADDRESS.test(logo_image) ? logo_image : undefined;
}

/** For the head of a paper; null where the shop has none. */
export const logoPlace = (tables: Settings): string | null => (logoOf(tables) === undefined ? null : PLACE);

/** Ready to be printed; a logo that the shop has no more leaves no gap. */
export function withLogo(html: string, tables: Settings): string {
  const logo = logoOf(tables);
  return logo === undefined ? html.replace(PICTURE, '') : html.replaceAll(`src="${PLACE}"`, `src="${logo}"`);
}
