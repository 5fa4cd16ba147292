/** Fills the form of a record with the keyboard, by its schema. */
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { FieldSpec } from '../../web/shared/form/field-spec.ts';
import { SOON } from './typing.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Fills the fields in the order of the form; fields without a value are unchanged. `nameOf` returns the text for a
 * look-up.
 */
export async function fillForm(
  page: Page,
  specs: readonly FieldSpec[],
  values: Values,
  nameOf: (resource: string, id: number) => string,
  prefix = '',
): Promise<void> {
  for (const spec of specs) {
    const value = values[spec.name];
    if (value === undefined || value === null) continue;
    const field = page.locator(`[data-field="${prefix}${spec.name}"]`).first();
    switch (spec.control) {
      case 'rows':
        await fillRows(page, spec, value as readonly Values[], nameOf);
        break;
      case 'lookup':
        await choose(page, field, nameOf(spec.resource as string, value as number));
        break;
      case 'lookups':
        for (const id of value as readonly number[]) await choose(page, field, nameOf(spec.resource as string, id));
        break;
      case 'permissions':
        await field.locator('input[type=checkbox]').first().focus();
        await page.keyboard.press('Space');
        break;
      case 'pictures':
        await field
          .locator('input[type=file]')
          .first()
          .setInputFiles(await pictureFile());
        await field.locator('img').first().waitFor(SOON);
        break;
      case 'check':
        await field.locator('input').setChecked(value === true);
        break;
      case 'select':
      case 'time_zone':
        await field.locator('select').selectOption(String(value));
        break;
      case 'tags':
        for (const text of value as readonly string[]) await typeInto(page, field, `${text}\n`);
        break;
      default:
        await typeInto(page, field, spec.control === 'date' ? dayTyped(String(value)) : String(value));
    }
  }
}

async function fillRows(page: Page, spec: FieldSpec, rows: readonly Values[], nameOf: Parameters<typeof fillForm>[3]) {
  const table = page.locator(`[data-field="${spec.name}"]`);
  const fields = spec.fields ?? [];
  for (const [index, row] of rows.entries()) {
    // Some forms begin with a row.
    if ((await table.locator('tbody tr').count()) <= index) {
      // The button below the rows; its name depends on the language.
      await table.getByRole('button').last().focus();
      await page.keyboard.press('Enter');
    }
    await fillForm(
      page,
      fields.filter(({ control }) => control !== 'check'),
      row,
      nameOf,
      `${spec.name}.${index}.`,
    );
    const marks = fields.filter(({ control, name }) => control === 'check' && row[name] === true);
    for (const mark of marks) {
      const place = fields.filter(({ control }) => control === 'check').indexOf(mark);
      await table.locator('tbody tr').nth(index).locator('input[type=checkbox]').nth(place).setChecked(true);
    }
  }
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await field.locator('input, textarea').first().focus();
  await page.keyboard.press('Control+a');
  const [typed = '', ...more] = text.split('\n');
  await page.keyboard.type(typed);
  if (more.length > 0) await page.keyboard.press('Enter');
}

/** Chooses the option with exactly this name, with Enter. */
async function choose(page: Page, field: Locator, name: string): Promise<void> {
  await typeInto(page, field, name);
  await page.getByRole('option', { name, exact: false }).first().waitFor(SOON);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => field.textContent().then(async (text) => `${text}${await shown(field)}`), SOON)
    .toContain(name);
}

const shown = (field: Locator) => field.locator('input').first().inputValue();

const dayTyped = (day: string): string => day.split('-').reverse().join('/');

let drawn: Promise<Buffer> | undefined;
export async function pictureFile() {
  drawn ??= sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  return { name: 'picture.png', mimeType: 'image/png', buffer: await drawn };
}
