/** A column of a list without a label is shown by the name of its field, in no language: each has one. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentResources } from '../../domain/registry/documents.ts';
import { membersOf } from '../../domain/values/members.ts';
import { labelsAr } from '../../languages/words/labels-ar.ts';
import { labelsCkb } from '../../languages/words/labels-ckb.ts';
import { labelsEn } from '../../languages/words/labels-en.ts';
import { declaration as assetPurchase } from '../../web/assets/asset-purchases.tsx';
import { directAdjustmentDeclaration } from '../../web/stock/direct-adjustments.tsx';
import { inventoryAdjustmentDeclaration } from '../../web/stock/inventory-adjustments.tsx';
import { SCREEN_TEXTS } from '../support/texts.ts';

const DECLARED = /\{\s*field: '(\w+)',\s*kind: '\w+'[^}]*\}/g;
const USUAL = /\b(?:usual|by)\(([^)]*)\)/g;
const ONE_OF = /\boneOf\('(\w+)'/g;
/** Fields of papers, whose labels are in another area. */
const OF_PAPERS = /drawer-paper|paper-documents/;

const hasLabel = (field: string): boolean => SCREEN_TEXTS.en.has(`fields:${field}`) || `field.${field}` in labelsEn;

/** The fields whose label is not named by a key. */
function fieldsIn(source: string): readonly string[] {
  const declared = [...source.matchAll(DECLARED)].filter(([whole]) => !whole.includes('label:'));
  const usual = [...source.matchAll(USUAL)].flatMap(([, names = '']) => [...names.matchAll(/'(\w+)'/g)]);
  return [...declared, ...usual, ...source.matchAll(ONE_OF)].map(([, field = '']) => field);
}

describe('the columns and filters of the lists', () => {
  it('have labels', () => {
    const files = globSync('web/**/*.{ts,tsx}').filter((file) => !OF_PAPERS.test(file));
    const fields = files.flatMap((file) => fieldsIn(readFileSync(file, 'utf8')).map((field) => `${file} ${field}`));
    expect(fields.length).toBeGreaterThan(500);
    expect(fields.filter((named) => !hasLabel(named.split(' ')[1] ?? ''))).toEqual([]);
  });
});

describe('the label of an amount that is not of its line or document', () => {
  it('names the base unit for the cost of found goods, on every screen of such goods', () => {
    const screens = [directAdjustmentDeclaration, inventoryAdjustmentDeclaration];
    const withCost = documentResources.filter(({ body }) => {
      const { items } = membersOf(membersOf(membersOf(body)['properties'])['lines']);
      return 'unit_cost' in membersOf(membersOf(items)['properties']);
    });
    expect(withCost.map(({ resource }) => resource).sort()).toEqual(screens.map(({ resource }) => resource).sort());
    for (const { columns } of screens) {
      const { label } = columns.find(({ field }) => field === 'unit_cost') ?? {};
      expect(label).toBe('fields:base_unit_cost');
    }
    const labels = (['en', 'ar', 'ckb'] as const).map((language) =>
      SCREEN_TEXTS[language].get('fields:base_unit_cost'),
    );
    expect(labels).toEqual(['Cost of a base unit', 'كلفة الوحدة الأساسية', 'تێچووی یەکەی بنەڕەتی']);
  });

  it('names the currency of the residual value of an asset: its own, and of earlier foreign purchases the system currency', () => {
    const residual = assetPurchase.details.find(({ field }) => field === 'salvage_amount');
    const label = residual?.label;
    if (typeof label !== 'function') throw new Error('one label for all');
    const held = { status: 'complete', system_currency_fk: 1 };
    expect(label({ currency_fk: 2 })).toBe('fields:salvage_in_own');
    expect(label({ ...held, currency_fk: 1 })).toBe('fields:salvage_in_own');
    expect(label({ ...held, currency_fk: 2, salvage_currency_fk: 2 })).toBe('fields:salvage_in_own');
    expect(label({ ...held, currency_fk: 2 })).toBe('fields:salvage_in_system');
    const labels = [labelsEn, labelsAr, labelsCkb].map((words) => words['field.salvage_amount']);
    expect(labels[0]).toContain('in the currency of the purchase');
    expect(labels[1]).toContain('بعملة الشراء');
    expect(labels[2]).toContain('بە دراوی کڕین');
  });
});
