import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { overdueDays } from '../../domain/debts/overdue.ts';
import { FEATURES, isSwitchedOff } from '../../domain/organisation/features.ts';
import { numberStyle } from '../../domain/registry/document-numbers.ts';
import { documents } from '../../domain/registry/documents.ts';
import { permissionsByResource } from '../../domain/registry/permissions.ts';
import { systemSetting } from '../../domain/registry/system-setting.record.ts';
import { entriesOf, permittedMenu } from '../../web/shared/navigation/menu-table.ts';

describe('the numbers of documents', () => {
  it('may be styled for every kind that has one', () => {
    const numbered = documents.filter((document) => document.numbered).map(({ kind }) => kind);
    const settings = (kind: string) => ({
      business_name: 'Shop',
      document_numbers: [{ document: kind, prefix: 'N-', width: 5 }],
    });
    const refused = [...numbered, 'no_such_kind'].filter((kind) => !Value.Check(systemSetting.schema, settings(kind)));
    expect(refused).toEqual(['no_such_kind']);
  });

  it('begin differently for every kind, so that a number names one document', () => {
    const prefixes = new Map(documents.map(({ kind, numbered }) => [kind, numbered?.prefix]));
    const given = [...prefixes.values()].filter((prefix) => prefix !== undefined);
    expect(given.filter((prefix, index) => given.indexOf(prefix) !== index)).toEqual([]);
  });

  it('keep their own style where the settings name none', () => {
    const settings = { document_numbers: [{ document: 'sale', prefix: 'INV-', width: 4 }] };
    expect(numberStyle('sale', 'S-', settings, null)).toEqual({ prefix: 'INV-', width: 4 });
    expect(numberStyle('purchase', 'P-', settings, null)).toEqual({ prefix: 'P-', width: 6 });
    expect(numberStyle('sale', 'S-', undefined, null)).toEqual({ prefix: 'S-', width: 6 });
  });

  it('begin with the code of their outlet, where it is short and plain', () => {
    const prefixOf = (code: unknown) => numberStyle('sale', 'S-', undefined, code).prefix;
    expect(prefixOf('ERB')).toBe('ERB-S-');
    expect(['', null, undefined, 'a long code', 'کۆد', '12345678x'].map(prefixOf)).toEqual(Array(6).fill('S-'));
  });
});

describe('a module that is switched off', () => {
  const pathsWith = (settings: Record<string, unknown>) =>
    permittedMenu(() => true, settings).flatMap((section) => entriesOf(section).map(({ path }) => path));

  it('is not in the menu, and nothing else is missing', () => {
    const all = pathsWith({});
    const without = pathsWith({ has_production: false });
    expect(all.filter((path) => !without.includes(path)).sort()).toEqual([
      '/warehouse/mixtures',
      '/warehouse/productions',
      '/warehouse/raw-materials',
    ]);
  });

  it('names resources that there are', () => {
    const named = Object.values(FEATURES).flat();
    expect(named.filter((resource) => !permissionsByResource().has(resource))).toEqual([]);
    expect(isSwitchedOff({ has_pos: false }, 'sales')).toBe(false);
    expect(isSwitchedOff(null, 'pos_sales')).toBe(false);
  });
});

describe('the days that a customer may be overdue', () => {
  it('are none with all overdues, those entered with custom, and without limit where none are', () => {
    expect(overdueDays({ consumer_name: 'x', overdue_option: 'all' })).toBe(0);
    expect(overdueDays({ consumer_name: 'x', overdue_option: 'custom', overdue_days: 10 })).toBe(10);
    expect(overdueDays({ consumer_name: 'x', overdue_days: null })).toBeNull();
    expect(overdueDays(undefined)).toBeNull();
  });
});
