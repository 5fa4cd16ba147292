/** Every kind of screen under axe, and the sign-in page in three languages and two themes. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/ring.ts';
import { examined, type Screen, wrongOn } from './looking.ts';
import { hasChromium, openShop, type Shop, violations, violationsInDark } from './shop.ts';

/** Addresses, and the selector that shows that the screen is complete. */
const SCREENS: readonly Screen[] = [
  { path: '/', ready: 'main h1' },
  { path: '/profile', ready: 'main form' },
  { path: '/settings/cities?panel=1&advanced=true', ready: 'aside ol li' },
  { path: '/customers/customers?advanced=true', ready: 'main form' },
  { path: '/settings/cities?view=cards', ready: 'main li' },
  { path: '/settings/cities?search=nothing', ready: 'main button' },
  { path: '/warehouse/items/new', ready: '[data-field=item_units]' },
  { path: '/customers/customers/new', ready: '[data-field=addresses]' },
  { path: '/settings/system-configurations', ready: '[data-field=document_numbers]' },
  { path: '/settings/mobile-app/app-settings', ready: '[data-field=section_arrangement]' },
  { path: '/roles-and-permissions/new', ready: '[data-field=permissions] fieldset' },
  { path: '/staff/online-activity', ready: '[role=grid]' },
  { path: '/staff/system-logs?advanced=true', ready: '[role=grid]' },
  { path: '/settings/cities/1', ready: '[data-field=city_name]' },
  { path: '/nowhere', ready: 'main a' },
  { path: '/settings/cities', ready: '[role=grid]', keys: 'Control+k' },
  { path: '/settings/cities', ready: '[role=grid]', keys: 'Shift+Slash' },
];

describe.skipIf(!hasChromium)('the shell', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await shop.api('POST', 'cities', { city_name: 'هەولێر' });
  });
  afterAll(() => shop?.close());

  it.each(sampleOf(['en', 'ar', 'ckb'] as const, 1))(
    'has a page for signing in that passes axe in %s',
    async (language) => {
      const page = await shop.visit('/', { language });
      await page.locator('input[name=email]').waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await violationsInDark(page)).toEqual([]);
      await page.context().close();
    },
  );

  it.each(examined(SCREENS))('passes axe in %s and shows no key in place of a text', async (language, screens) => {
    expect(await wrongOn(shop, screens, language)).toEqual([]);
  });
});
