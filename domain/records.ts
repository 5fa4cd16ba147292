/** Every record of Daftar. */
import { brand } from './catalogue/brand.record.ts';
import { item } from './catalogue/item.record.ts';
import type { RecordDeclaration } from './kernel/record.ts';
import { customer } from './parties/customer.record.ts';

export const records: readonly RecordDeclaration[] = [brand, item, customer];
