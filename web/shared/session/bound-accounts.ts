/** The accounts of the business that posting keys are bound to: read with the profile, needed wherever an account is named. */

import type { BoundAccount } from '../../../domain/ledger/bound-account.schema.ts';
import { listThatFits } from '../api/wire.ts';

let bound: readonly BoundAccount[] = [];

export const boundAccounts = (): readonly BoundAccount[] => bound;

export function setBoundAccounts(settings: Readonly<Record<string, unknown>> | null | undefined): void {
  bound = listThatFits<BoundAccount>(settings?.['posting_accounts'], {});
}
