/** `/customers/12/transactions`: the list of payments, restricted to one party. */

import { Navigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { usePathPart } from '../session/address-parts.ts';

export function transactionsOf(path: string, party: string): ComponentType {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each side, at module level.
  return function TransactionsOfParty() {
    const id = usePathPart('id');
    return <Navigate to={path} search={{ [`filter[${party}]`]: id }} replace />;
  };
}
