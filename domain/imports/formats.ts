/** The list of all import formats. */
import {
  countEntriesImport,
  countLinesImport,
  type GoodsFormat,
  itemPricesImport,
  openingStockImport,
  purchaseLinesImport,
} from './goods.ts';
import { itemImport } from './items.ts';
import { brandImport, categoryImport, unitImport } from './named.ts';
import { oldAccountImport } from './old-accounts.ts';
import { openingAssetImport } from './opening-assets.ts';
import { openingItemImport } from './opening-items.ts';
import { customerImport, supplierImport } from './parties.ts';
import type { RecordFormat } from './record-format.ts';

export type AnyFormat = RecordFormat | GoodsFormat;

export const IMPORT_FORMATS: readonly AnyFormat[] = [
  itemImport,
  customerImport,
  supplierImport,
  categoryImport,
  brandImport,
  unitImport,
  itemPricesImport,
  openingStockImport,
  openingItemImport,
  openingAssetImport,
  oldAccountImport,
  purchaseLinesImport,
  countLinesImport,
  countEntriesImport,
];

export const importFormat = (name: string): AnyFormat | undefined =>
  IMPORT_FORMATS.find((format) => format.name === name);

export const isRecordFormat = (format: AnyFormat): format is RecordFormat => 'kind' in format;

/** False for formats that only have a dry run. */
export const stores = (format: AnyFormat): boolean => isRecordFormat(format) || format.makes !== 'lines';
