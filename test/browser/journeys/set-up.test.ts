/** The first sign-in, and the set-up of a business from nothing, in Kurdish. */
import { afterAll, describe, expect, it } from 'vitest';
import { Administrator } from '../administrator.ts';
import { type Office, openOffice } from '../first-sign-in.ts';
import { fillTheShelves, nameTheBusiness, signInWith } from '../setting-up.ts';
import { hasChromium } from '../shop.ts';
import { SOON } from '../typing.ts';

describe.skipIf(!hasChromium)('a new business', () => {
  let office: Office | undefined;
  afterAll(() => office?.close());

  it('is signed in to with the first password, named, given its rate, and filled with goods in Kurdish', async () => {
    const here = await openOffice();
    office = here;
    const page = await here.window({ theme: 'dark' });
    const administrator = new Administrator(page, here.address, 'ckb');
    await signInWith(here, administrator);
    await nameTheBusiness(administrator);
    await fillTheShelves(administrator);
    await page.goto(here.address);
    await page.getByRole('heading', { name: administrator.say('shell:onboarding.title') }).waitFor(SOON);
    await expect.poll(() => administrator.isLeft('items')).toBe(false);
    await expect.poll(() => administrator.isLeft('first_sale')).toBe(true);
    expect(here.problems).toEqual([]);
  });
});
