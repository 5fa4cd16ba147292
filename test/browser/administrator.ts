/**
 * An administrator sets up a business, step by step along the list of the home page, with the keyboard, in one
 * language. At every step the page must have a title and no text of another language. With `SCREENSHOTS=folder` a
 * picture of each step is stored there.
 */

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { records } from '../../domain/registry/records.ts';
import { reportsAr } from '../../languages/names/reports-ar.ts';
import { reportsCkb } from '../../languages/names/reports-ckb.ts';
import { reportsEn } from '../../languages/names/reports-en.ts';
import type { JsonSchema } from '../../web/shared/api/record.ts';
import { fieldSpecs } from '../../web/shared/form/field-spec.ts';
import { fillForm } from './filling.ts';
import type { Language } from './shop.ts';
import { press, SOON } from './typing.ts';

export type Values = Readonly<Record<string, unknown>>;
type Texts = { readonly [key: string]: string | Texts };

/** Enumerations, as the form of the record declares them. */
const CHOICES = { cash_type: [1, 2, 3] };
/** Texts with Latin letters in every language: typed names, keys, codes, and names of seed records. */
const EVERYWHERE =
  /^(Daftar|Excel|PIN|Ctrl|Enter|Esc|Alt|Tab|English|IQD|USD|FIFO|CSV|PDF|JPEG|PNG|xlsx|Administrator|Main|Cash|Box|Piece|DD|MM|YYYY|Rent|Salaries|Transport|Other|admin|daftar|local|example|com|[A-Z]{1,4}-?\d*)$/;

const PRESSED_MS = 1_000;

export class Administrator {
  readonly page: Page;
  readonly language: Language;
  readonly #address: string;
  #pictures = 0;

  constructor(page: Page, address: string, language: Language) {
    this.page = page;
    this.language = language;
    this.#address = address;
  }

  /** A text of the application: `shell:onboarding.items`. */
  say(key: string, parameters: Readonly<Record<string, string>> = {}): string {
    const [area = '', path = ''] = key.split(':');
    let found: string | Texts | undefined = textsOf(this.language, area);
    for (const part of path.split('.')) found = typeof found === 'string' ? undefined : found?.[part];
    if (typeof found !== 'string') throw new Error(`no text ${key} in ${this.language}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => parameters[name] ?? '');
  }

  /** A step of the list on the home page: opened, completed, and then marked as done. */
  async step(name: string, path: string, work: () => Promise<void>): Promise<void> {
    await this.home();
    const line = this.#line(name);
    await line.getByLabel(this.say('shell:onboarding.left'), { exact: true }).waitFor(SOON);
    const home = await this.page.title();
    await line.getByRole('link').focus();
    await this.page.keyboard.press('Enter');
    await this.page.waitForURL((url) => url.pathname === path);
    await expect.poll(() => this.page.title(), SOON).not.toBe(home);
    await this.page.getByRole('heading', { level: 1 }).first().waitFor(SOON);
    await this.looks(name);
    await work();
    // The screen links back to the home page, whose list no longer has the step.
    await this.#leadsTo('link', 'shell:onboarding.back', '/');
    await expect.poll(() => line.count(), SOON).toBe(0);
  }

  /** A screen that is not a step of the list. */
  async screen(path: string, work: () => Promise<void>): Promise<void> {
    await this.page.goto(`${this.#address}${path}`);
    await this.page.getByRole('heading', { level: 1 }).first().waitFor(SOON);
    await this.looks(path.replaceAll('/', '-'));
    await work();
    await this.home();
  }

  /** Whether the list of the home page has this step. */
  async isLeft(name: string): Promise<boolean> {
    await this.home();
    await this.page.getByRole('heading', { name: this.say('shell:onboarding.title') }).waitFor(SOON);
    return (await this.#line(name).count()) > 0;
  }

  #line(name: string) {
    const link = this.page.getByRole('link', { name: this.say(`shell:onboarding.${name}`), exact: true });
    return this.page.locator('main li').filter({ has: link });
  }

  /**
   * Presses Enter on it until the page has the address: while the screen of a stored record takes the place of that of
   * the new one, a key on the former is lost.
   */
  async #leadsTo(role: 'button' | 'link', text: string, path: string): Promise<void> {
    const way = this.page.getByRole(role, { name: this.say(text), exact: true }).first();
    const pressed = async () => {
      await way.press('Enter', { timeout: PRESSED_MS }).catch(() => undefined);
      return new URL(this.page.url()).pathname;
    };
    await expect.poll(pressed, SOON).toBe(path);
  }

  async home(): Promise<void> {
    await this.#leadsTo('link', 'shell:home.title', '/');
  }

  /** Adds a record from its list, and saves it. It is saved `tooEarly` first: these fields must have messages then. */
  async add(resource: string, values: Values, tooEarly: readonly string[] = []): Promise<void> {
    const path = new URL(this.page.url()).pathname;
    await this.page.locator('[role=grid], main h1').first().waitFor(SOON);
    await press(this.page, this.say('table:add'));
    await this.page.waitForURL(`${this.#address}${path}/new`);
    if (tooEarly.length > 0) {
      // The first two fields only.
      await this.fill(resource, Object.fromEntries(Object.entries(values).slice(0, 2)));
      await this.page.keyboard.press('Control+s');
      for (const field of tooEarly) {
        await this.page.locator(`[data-field="${field}"] [aria-invalid=true]`).first().waitFor(SOON);
      }
      await this.looks(`${resource}-missing`);
    }
    await this.fill(resource, values);
    await this.looks(`${resource}-typed`);
    await this.page.keyboard.press('Control+s');
    await this.page.waitForURL(new RegExp(`${path}/\\d+$`), SOON);
    await this.#leadsTo('button', 'form:back', path);
    await this.page.locator('[role=grid] tbody tr').first().waitFor(SOON);
  }

  /** Changes the record, and waits until it is stored. */
  async change(resource: string, values: Values): Promise<void> {
    await this.fill(resource, values);
    await this.page.keyboard.press('Control+s');
    await this.page.getByText(this.say('form:unsaved')).waitFor({ state: 'detached', ...SOON });
    await this.page.getByText(this.say('form:updated')).first().waitFor(SOON);
  }

  /** Opens the row with this name. */
  async open(name: string): Promise<void> {
    await this.page.locator('[role=grid] tbody tr').filter({ hasText: name }).first().focus();
    await this.page.keyboard.press('Enter');
    await this.page.waitForURL(/\/\d+$/);
  }

  async fill(resource: string, values: Values): Promise<void> {
    await this.page
      .locator(`[data-field="${Object.keys(values)[0]}"]`)
      .first()
      .waitFor(SOON);
    // References are typed by name.
    await fillForm(this.page, fieldSpecs(schemaOf(resource), CHOICES), values, (_resource, name) => String(name));
  }

  /** Pictures at the widths of a desktop and of a telephone. */
  async #picture(file: string): Promise<void> {
    const desk = this.page.viewportSize() ?? { width: 1440, height: 900 };
    await this.page.screenshot({ path: file });
    await this.page.setViewportSize({ width: 390, height: 844 });
    await this.page.screenshot({ path: file.replace(/\.png$/, '-390.png') });
    await this.page.setViewportSize(desk);
  }

  /** Asserts that the page has a title and no text of another language. */
  async looks(name: string): Promise<void> {
    await expect.poll(() => this.page.locator('.skeleton').count(), SOON).toBe(0);
    const folder = process.env['SCREENSHOTS'];
    this.#pictures += 1;
    const file = `${this.language}-${String(this.#pictures).padStart(2, '0')}-${name}.png`;
    if (folder) await this.#picture(`${folder}/${file}`);
    await expect.poll(() => this.page.title()).toMatch(new RegExp(`^${this.say('shell:product')} · (?![a-z_]+:)\\S+`));
    const words = await this.page.evaluate(textsOnPage);
    const keys = words.match(/(?<!@)\b([a-z]+:[a-z_]+(\.[a-z_]+)*|[a-z_]+\.[a-z_]{2,})\b/g) ?? [];
    expect(
      keys.filter((key) => !/\.(com|local)$/.test(key)),
      `keys in place of texts at ${name}`,
    ).toEqual([]);
    if (this.language === 'en') {
      expect(words.match(/[\u0600-\u06ff]{2,}/g)?.filter((word) => !IN_EVERY_LANGUAGE.has(word)) ?? [], name).toEqual(
        [],
      );
    } else {
      const latin = words.match(/[A-Za-z][A-Za-z-]+\d*/g) ?? [];
      expect([...new Set(latin.filter((word) => !EVERYWHERE.test(word)))], `English at ${name}`).toEqual([]);
    }
  }
}

/** Languages have their own names, and seed units have names in all languages. */
const IN_EVERY_LANGUAGE: ReadonlySet<string> = new Set([
  'العربية',
  'کوردی',
  'سۆرانی',
  'علبة',
  'کارتۆن',
  'قطعة',
  'دانە',
]);

/** In the page: the texts of its elements, one on each line. */
function textsOnPage(): string {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    // Commands and names of time zones are the same in every language.
    if (walker.currentNode.parentElement?.closest('code, [translate=no]')) continue;
    texts.push(walker.currentNode.textContent ?? '');
  }
  return texts.join('\n');
}

/** The schema of a record, with its fields of other sources. */
function schemaOf(resource: string): JsonSchema {
  const record = records.find((record) => record.resource === resource);
  const read = (schema: unknown) => JSON.parse(JSON.stringify(schema ?? {})) as JsonSchema;
  const own = read(record?.schema);
  return { ...own, properties: { ...own.properties, ...read(record?.secretFields).properties } };
}

const REPORTS: Readonly<Record<Language, Texts>> = { en: reportsEn, ar: reportsAr, ckb: reportsCkb };
const tables = new Map<string, Texts>();
function textsOf(language: Language, area: string): Texts {
  // The server has the names of reports too.
  if (area === 'names') return REPORTS[language];
  const file = `languages/screens/${language}/${area}.json`;
  const known = tables.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Texts);
  tables.set(file, known);
  return known;
}
