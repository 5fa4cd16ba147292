/** The business folders of the domain; the folder of a declaration is the tag of its operations in the API document. */

export const BUSINESS_FOLDERS = [
  'sales',
  'till',
  'purchasing',
  'stock',
  'catalogue',
  'parties',
  'cash',
  'equity',
  'assets',
  'ledger',
  'organisation',
  'people',
  'mobile',
] as const;

export type BusinessFolder = (typeof BUSINESS_FOLDERS)[number];
