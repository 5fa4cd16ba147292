/** Every kind of screen of the shell, in three languages and two themes, under axe (WCAG 2.2 AA). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations, violationsInDark } from '../support/axe.ts';
import { field, type Office, openOffice } from './office.ts';

const LANGUAGES = ['en', 'ar', 'ckb'] as const;

/** Addresses, and what makes each of them ready to be looked at. */
const SCREENS: readonly { readonly path: string; readonly ready: string; readonly keys?: string }[] = [
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

let office: Office;

beforeAll(async () => {
  office = await openOffice();
  const page = await office.window();
  await office.signInFirst(page);
  await page.goto(`${office.address}/settings/cities/new`);
  await field(page, 'city_name').fill('هەولێر');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/cities\/1$/);
  await page.context().close();
}, 180_000);
afterAll(async () => {
  await office?.close();
});

// At once: each of them mostly waits.
describe.concurrent.each(LANGUAGES)('in %s, light and dark', (language) => {
  it('the page for signing in is accessible', async () => {
    const page = await office.window({ language });
    await page.goto(office.address);
    await page.locator('input[name=email]').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await violationsInDark(page)).toEqual([]);
    await page.context().close();
  });

  it('every kind of screen is accessible', async () => {
    const page = await office.signedIn('/', { language });
    const found: string[] = [];
    for (const { path, ready, keys } of SCREENS) {
      await page.goto(office.address + path);
      await page.locator(ready).first().waitFor();
      if (keys) {
        await page.keyboard.press(keys);
        await page.locator('[role=dialog]').waitFor();
      }
      const wrong = [...(await violations(page)), ...(await violationsInDark(page))];
      found.push(...wrong.map((violation) => `${path} ${keys ?? ''} ${violation}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  }, 120_000);
});
