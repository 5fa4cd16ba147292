/** The ledger accounts bound to posting keys: loaded with the profile, needed for account names. */

import type { BoundAccount } from '../../../domain/chart/bound-account.schema.ts';
import { listThatFits } from '../api/wire.ts';

let bound: readonly BoundAccount[] = [];

export const boundAccounts = (): readonly BoundAccount[] => bound;

export function setBoundAccounts(settings: Readonly<Record<string, unknown>> | null | undefined): void {
  bound = listThatFits<BoundAccount>(settings?.['posting_accounts'], {});
}
