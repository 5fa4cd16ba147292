/** Setting up a whole business in each language, everything in the browser, with a second outlet and a clerk. */
import { afterEach, describe, expect, it } from 'vitest';
import { hasPoppler } from '../support/pdf.ts';
import { Administrator } from './administrator.ts';
import { type Office, openOffice } from './first-sign-in.ts';
import {
  buyAndSell,
  clerk,
  fillTheShelves,
  nameTheBusiness,
  nameThePeople,
  openBalances,
  openSecondOutlet,
  reader,
  readTheBooks,
  signInWith,
} from './setting-up.ts';
import { hasChromium } from './shop.ts';
import { SOON } from './typing.ts';

describe.skipIf(!(hasChromium && hasPoppler))('a business is set up from nothing', () => {
  let office: Office | undefined;
  afterEach(async () => {
    await office?.close();
    office = undefined;
  });

  it.each(['ckb', 'en', 'ar'] as const)(
    'in %s, by following the list of the home page, from nothing to the first printed sale',
    async (language) => {
      const here = await openOffice();
      office = here;
      const page = await here.window({ theme: language === 'ckb' ? 'dark' : 'light' });
      const administrator = new Administrator(page, here.address, language);
      await signInWith(here, administrator);
      await nameTheBusiness(administrator);
      await fillTheShelves(administrator);
      await nameThePeople(administrator);
      await openBalances(administrator);
      await buyAndSell(administrator);
      await expect
        .poll(() => page.getByRole('heading', { name: administrator.say('shell:onboarding.title') }).count())
        .toBe(0);
      // The end of the list says what comes next, until it is put away.
      await administrator.home();
      await page.getByRole('region', { name: administrator.say('shell:onboarding.done') }).waitFor(SOON);
      await administrator.looks('set-up-done');
      const read = await reader(page);
      await openSecondOutlet(administrator, read);
      await readTheBooks(administrator, read);
      await clerk(here, language);
      expect(here.problems).toEqual([]);
    },
  );
});
