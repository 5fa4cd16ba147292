/** The folders of the domain by matters of business; a declaration names its own, under which its operations stand in the API document. */

export const BUSINESS_FOLDERS = [
  ...(['sales', 'till', 'purchasing', 'stock', 'catalogue', 'parties', 'cash', 'equity', 'assets', 'ledger'] as const),
  ...(['organisation', 'people', 'mobile'] as const),
] as const;

export type BusinessFolder = (typeof BUSINESS_FOLDERS)[number];
