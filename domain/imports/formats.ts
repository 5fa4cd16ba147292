/** The list of all import formats. */
import { brand } from '../catalogue/brand.record.ts';
import { category } from '../catalogue/category.record.ts';
import { item } from '../catalogue/item.record.ts';
import { unit } from '../catalogue/unit.record.ts';
import { oldAccount } from '../ledger/old-account.record.ts';
import { customer } from '../parties/customer.record.ts';
import { supplier } from '../parties/supplier.record.ts';
import { user } from '../people/user.record.ts';
import { promotion } from '../sales/promotion.record.ts';
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
import { promotionImport } from './promotions.ts';
import type { RecordFormat } from './record-format.ts';
import { staffImport } from './staff.ts';
import { updatable } from './updating.ts';

export type AnyFormat = RecordFormat | GoodsFormat;

export const IMPORT_FORMATS: readonly AnyFormat[] = [
  updatable(itemImport, item),
  updatable(customerImport, customer),
  updatable(supplierImport, supplier),
  updatable(categoryImport, category),
  updatable(brandImport, brand),
  updatable(unitImport, unit),
  updatable(staffImport, user),
  updatable(promotionImport, promotion),
  itemPricesImport,
  openingStockImport,
  openingItemImport,
  openingAssetImport,
  updatable(oldAccountImport, oldAccount),
  purchaseLinesImport,
  countLinesImport,
  countEntriesImport,
];

export const importFormat = (name: string): AnyFormat | undefined =>
  IMPORT_FORMATS.find((format) => format.name === name);

export const isRecordFormat = (format: AnyFormat): format is RecordFormat => 'kind' in format;

/** False for formats that only have a dry run. */
export const stores = (format: AnyFormat): boolean => isRecordFormat(format) || format.makes !== 'lines';
