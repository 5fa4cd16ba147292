/** How the costs of a purchase show whom they are owed to, or from which account they are paid. */
import type { FieldDeclaration } from '../../shared/document/model/declaration.ts';

export const SUPPLIER: FieldDeclaration = { field: 'supplier_fk', kind: 'lookup', resource: 'suppliers' };
export const CURRENCY: FieldDeclaration = { field: 'currency_fk', kind: 'lookup', resource: 'currencies' };
export const ACCOUNT: FieldDeclaration = { field: 'account_fk', kind: 'lookup', resource: 'cashes' };
