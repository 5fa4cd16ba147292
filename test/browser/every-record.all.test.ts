/** Every screen of a record, used with the keyboard; a record with a screen is tested without further code. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordDeclaration } from '../../domain/records/record.ts';
import { records } from '../../domain/registry/records.ts';
import type { JsonSchema } from '../../web/shared/api/record.ts';
import { RESOURCES } from '../../web/shared/api/resources.ts';
import { fieldSpecs } from '../../web/shared/form/field-spec.ts';
import { AREA_ROUTES } from '../../web/shell/areas.ts';
import { recordOf, type Source, sampleOf } from '../support/record-samples.ts';
import { sampleOf as someOf } from '../support/ring.ts';
import { fillForm } from './filling.ts';
import { hasChromium, openShop, type Shop } from './shop.ts';
import { SOON } from './typing.ts';

/** Enumerations, as the form of the record declares them. */
const CHOICES = { cash_type: [1, 2, 3] };
/** The English title of a screen. */
function titleOf(path: string): string {
  const [area, key] = (AREA_ROUTES.find((screenRoute) => screenRoute.path === path)?.title ?? '').split(':') as [
    string,
    string,
  ];
  const texts = JSON.parse(readFileSync(`languages/screens/en/${area}.json`, 'utf8')) as Readonly<
    Record<string, string>
  >;
  return texts[key] ?? '';
}

/** Financial years have no table, and a till is entered by its device: they have separate tests. */
const OTHERWISE = new Set(['financial_years', 'tills']);

const all = records.flatMap((record) => {
  const path = RESOURCES[record.resource]?.path;
  return path && !OTHERWISE.has(record.resource) ? [[path, record] as const] : [];
});
/** The number of screens in `npm test`; all of them in the nightly run. */
const IN_SUITE = 8;
const screens = someOf(all, IN_SUITE);
const settings = records
  .filter(({ singleton }) => singleton)
  .flatMap((record) => {
    const route = AREA_ROUTES.find(({ permission }) => permission === `${record.resource}/show`);
    return route ? [[route.path, record] as const] : [];
  });

describe.skipIf(!hasChromium)('the screens of every record', () => {
  let shop: Shop;
  let page: Page;
  const names = new Map<string, string>([
    ['currencies 1', 'Iraqi dinar'],
    ['outlets 1', 'Main'],
  ]);
  const known = new Map<string, Promise<number>>([
    ['currencies', Promise.resolve(1)],
    ['outlets', Promise.resolve(1)],
  ]);
  let count = 0;

  beforeAll(async () => {
    shop = await openShop();
    page = await shop.open('/');
  });
  afterAll(() => shop?.close());

  const source: Source = {
    reference(key) {
      const resource = key.split('#')[0] as string;
      const there = known.get(key) ?? entered(recordOf(resource));
      known.set(key, there);
      return there;
    },
    // The form uploads a picture itself.
    picture: async () => '',
  };
  async function entered(record: RecordDeclaration): Promise<number> {
    count += 1;
    const body = { ...(await sampleOf(record, source, count)), [record.nameField]: `Named ${count}` };
    const { data } = await shop.api('POST', record.resource, body);
    const id = Number((data as Record<string, unknown>)['id']);
    names.set(`${record.resource} ${id}`, `Named ${count}`);
    return id;
  }
  /** The form requires these fields; over the API a person may be entered without a role. */
  const asked = async ({ kind }: RecordDeclaration): Promise<Readonly<Record<string, unknown>>> =>
    kind === 'user' ? { role_fk: await source.reference('roles') } : {};
  const nameOf = (resource: string, id: number) => names.get(`${resource} ${id}`) ?? String(id);
  const specsOf = (record: RecordDeclaration) =>
    fieldSpecs(JSON.parse(JSON.stringify(record.schema)) as JsonSchema, CHOICES);

  /** Searches the list for this record; its row is the first one. */
  async function found(path: string, name: string): Promise<void> {
    if (new URL(page.url()).pathname !== path) await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.waitForURL((url) => url.pathname === path);
    await page.locator('[role=grid] tbody tr').first().waitFor(SOON);
    if (/^\d/.test(name)) return;
    await page.keyboard.press('/');
    await page.keyboard.type(name);
    await page.waitForURL(/search=/);
    await expect.poll(() => page.locator('[role=grid] tbody tr').count(), SOON).toBe(1);
  }
  async function saved(): Promise<void> {
    await page.keyboard.press('Control+s');
    await page.getByText('Not saved yet').waitFor({ state: 'detached', ...SOON });
  }
  /** Waits for the number of events in the history. After a save the page is rendered again, with its first tab. */
  async function tells(events: number): Promise<void> {
    const tab = page.getByRole('tab', { name: 'History' });
    const told = async () => {
      if ((await tab.getAttribute('aria-selected')) !== 'true') {
        await tab.focus();
        await page.keyboard.press('Enter');
      }
      return page.locator('main ol > li').count();
    };
    await expect.poll(told, SOON).toBe(events);
  }
  /** Navigates within the open application. */
  const go = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  const fieldOfName = ({ nameField }: RecordDeclaration) =>
    page.locator(`[data-field="${nameField}"] input, [data-field="${nameField}"] textarea`).first();
  /** Changes the name with the keyboard. */
  async function rename(record: RecordDeclaration, to: string): Promise<void> {
    await fieldOfName(record).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(to);
  }
  /** The typed name and the shown one: a rate has its day as its name. */
  const namesFor = (record: RecordDeclaration, first: number) =>
    record.nameField === 'date'
      ? { typed: `30/12/${new Date().getFullYear()}`, again: `31/12/${new Date().getFullYear()}` }
      : { typed: `Typed ${first}x`, again: `Typed ${first}y` };

  it.each(screens)('%s adds a record, changes it, shows its history and deletes it', async (path, record) => {
    count += 1;
    const { typed, again } = namesFor(record, count);
    const sample = { ...(await sampleOf(record, source, count)), ...(await asked(record)) };
    await go(path);
    await page.getByRole('heading', { name: titleOf(path), exact: true }).waitFor(SOON);
    await page.keyboard.press('n');
    await page.waitForURL(`${shop.address}${path}/new`);
    await page.locator(`[data-field="${record.nameField}"]`).first().waitFor(SOON);
    const { [record.nameField]: _named, ...rest } = sample;
    await rename(record, typed);
    await fillForm(page, specsOf(record), rest, nameOf);
    await page.keyboard.press('Control+s');
    await page.waitForURL(new RegExp(`${path}/\\d+$`), SOON);

    await found(path, typed);
    await page.keyboard.press('Escape');
    await page.locator('[role=grid] tbody tr').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`${path}/\\d+$`), SOON);
    await page.locator(`[data-field="${record.nameField}"]`).first().waitFor(SOON);
    await rename(record, again);
    await saved();
    await tells(2);

    // The inventory and the accounts that were entered with the outlet block its deletion.
    if (record.kind === 'outlet') return;
    await found(path, again);
    const row = page.locator('[role=grid] tbody tr').filter({ hasText: again });
    await row.getByRole('button', { name: 'Actions' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    // The dialog puts the focus on something of its own first.
    await page.getByRole('dialog').locator(':focus').waitFor(SOON);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await row.waitFor({ state: 'detached', ...SOON });
  });

  it.each(settings)('%s stores a change and shows its history', async (path, record) => {
    await go(path);
    await page.locator(`[data-field="${record.nameField}"]`).first().waitFor(SOON);
    await rename(record, 'Bazaar of Hawler');
    await saved();
    await tells(2);
    await page.goto(`${shop.address}${path}`);
    await expect.poll(() => fieldOfName(record).inputValue(), SOON).toBe('Bazaar of Hawler');
  });
});
