/** The screen of a payment; `?replaces=12` begins with what the reversed payment 12 said. */

import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useMemo } from 'react';
import { get } from '../api/client.ts';
import { FailedState, SkeletonLines } from '../controls/states.tsx';
import { DocumentPage } from '../document/document-screen.tsx';
import type { EditorDeclaration } from '../document/model/declaration.ts';
import type { Draft, Value } from '../document/model/draft.ts';
import { rememberNames } from '../document/model/known-names.ts';
import { useAddressNumber, usePathPart } from '../session/address-parts.ts';

type Data = Readonly<Record<string, unknown>>;

export function transactionScreen(declaration: EditorDeclaration): ComponentType {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each declaration, at module level.
  return function TransactionScreen() {
    const replaces = useAddressNumber('replaces');
    const id = usePathPart('id');
    const wanted = id === 'new' ? replaces : undefined;
    const { data, error, refetch } = useQuery({
      queryKey: [declaration.resource, 'record', wanted],
      queryFn: async () => (await get<Data>(`${declaration.resource}/${wanted}`)).data,
      enabled: wanted !== undefined,
      meta: { quiet: true },
    });
    const start = useMemo(() => (data ? draftOf(declaration, data) : undefined), [data]);
    if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
    if (wanted !== undefined && !start) return <SkeletonLines lines={6} />;
    return <DocumentPage key={wanted ?? 'own'} declaration={declaration} {...(start ? { start } : {})} />;
  };
}

/** Everything that was said but its number; what it settles is asked for again, because it is open again. */
function draftOf(declaration: EditorDeclaration, data: Data): Draft {
  rememberNames(declaration, data);
  const fields = [...declaration.header, ...declaration.details].map(({ field }) => field);
  const reported = [...fields, 'system_currency_fk', 'rate_fk', 'time'].map((field) => [field, data[field] ?? null]);
  return {
    header: {
      ...(Object.fromEntries(reported) as Record<string, Value>),
      allocate: 'oldest',
      allocations: null,
      replaces_fk: Number(data['id']),
    },
    lines: [],
    costs: [],
  };
}
