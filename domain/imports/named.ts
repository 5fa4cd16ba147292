/** Import formats of records that consist of names in each language: categories, brands, units. */
import { brand } from '../catalogue/brand.record.ts';
import { CATEGORY_LEVELS_MAX, category } from '../catalogue/category.record.ts';
import { unit } from '../catalogue/unit.record.ts';
import type { RecordData, RecordDeclaration } from '../records/record.ts';
import { nameFieldIn, OTHER_LANGUAGES } from '../records/record-name.ts';
import type { Cells } from './cells.ts';
import type { ImportColumn } from './import-format.ts';
import type { RecordFormat } from './record-format.ts';

/** A column, and the field of the record that it fills. */
interface Filling extends ImportColumn {
  readonly field: string;
}

export const categoryImport: RecordFormat = {
  ...namedImport(category, 'Grains', [
    { field: 'category_code', name: 'code', kind: 'text', length: 40, example: '110' },
    { field: 'parent_fk', name: 'category_above', kind: 'reference', resource: 'categories', example: '' },
  ]),
  tree: {
    column: 'category_above',
    namedBy: ['code', 'name', ...OTHER_LANGUAGES.map((language) => `name_${language}`)],
    levelsMax: CATEGORY_LEVELS_MAX,
  },
};

export const brandImport = namedImport(brand, 'Halgurd', [
  { field: 'made_in_fk', name: 'made_in', kind: 'reference', resource: 'countries', example: '' },
]);

export const unitImport = namedImport(unit, 'Bag', []);

/** The name in the language of the business is required; the others are optional, as on the form. */
function namedImport(record: RecordDeclaration, example: string, more: readonly Filling[]): RecordFormat {
  const { kind, resource, nameField } = record;
  const others = OTHER_LANGUAGES.flatMap((language): Filling[] => {
    const field = nameFieldIn(record, language);
    return field === undefined ? [] : [{ field, name: `name_${language}`, kind: 'text', example: '' }];
  });
  const filling: readonly Filling[] = [
    { field: nameField, name: 'name', kind: 'text', required: true, example },
    ...others,
    ...more,
  ];
  const columnOf = (field: string) => filling.find((each) => each.field === field)?.name ?? null;
  return {
    name: resource,
    resource,
    kind,
    parameters: [],
    columns: filling.map(({ field: _field, ...column }) => column),
    unique: record.unique.map((field) => ({ field, columns: [columnOf(field) ?? field] })),
    bodyOf: (cells: Cells): RecordData =>
      Object.fromEntries(
        filling.flatMap(({ field, name }) => {
          const value = cells[name];
          return value === undefined ? [] : [[field, value]];
        }),
      ),
    columnOf,
  };
}
