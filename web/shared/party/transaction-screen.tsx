/**
 * The screen of a payment. `?replaces=12` starts with a copy of payment 12, which is reversed when this one is stored;
 * `?settles=sale-12` starts with the rest of that document, and returns to it; `?party=7` starts with that party.
 */

import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useMemo } from 'react';
import { read } from '../api/read.ts';
import { FailedState, SkeletonLines } from '../controls/states.tsx';
import { DocumentPage } from '../document/document-screen.tsx';
import type { EditorDeclaration } from '../document/model/declaration.ts';
import { useAddressNumber, useAddressText, usePathPart } from '../session/address-parts.ts';
import { useCan, useMe } from '../session/session.ts';
import { correctionDraft, partyDraft, paymentDraft } from './payment-draft.ts';
import { settledPage } from './settled-page.ts';

type Data = Readonly<Record<string, unknown>>;

export function transactionScreen(declaration: EditorDeclaration): ComponentType {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each declaration, at module level.
  return function TransactionScreen() {
    const replaces = useAddressNumber('replaces');
    const settles = useAddressText('settles');
    const party = useAddressNumber('party');
    const isNew = usePathPart('id') === 'new';
    if (isNew && settles !== undefined) return <Paying {...{ declaration }} document={settles} />;
    if (isNew && replaces !== undefined) return <Correcting {...{ declaration }} id={replaces} />;
    if (isNew && party !== undefined) return <Beginning key={party} {...{ declaration, party }} />;
    return <DocumentPage declaration={declaration} />;
  };
}

function useDocument(resource: string, id: number) {
  return useQuery({
    queryKey: [resource, 'start', id],
    queryFn: (): Promise<Data> => read(':resource/:id', { params: { resource, id } }),
    // The rest may have changed since it was shown.
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
}

function Beginning({ declaration, party }: { declaration: EditorDeclaration; party: number }) {
  const me = useMe();
  const start = useMemo(() => partyDraft(declaration, me, party), [declaration, me, party]);
  return <DocumentPage declaration={declaration} start={start} />;
}

function Correcting({ declaration, id }: { declaration: EditorDeclaration; id: number }) {
  const { data, error, refetch } = useDocument(declaration.resource, id);
  const start = useMemo(() => (data ? correctionDraft(declaration, data) : undefined), [data, declaration]);
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!start) return <SkeletonLines lines={6} />;
  return <DocumentPage key={id} declaration={declaration} start={start} />;
}

function Paying({ declaration, document }: { declaration: EditorDeclaration; document: string }) {
  const me = useMe();
  const can = useCan();
  const [kind = '', id = '0'] = document.split('-');
  const { resource, path } = settledPage(kind, Number(id), can);
  const { data, error, refetch } = useDocument(resource, Number(id));
  const draft = useQuery({
    queryKey: [declaration.resource, 'start', document, data?.['revision'], data?.['remaining']],
    queryFn: () => paymentDraft(declaration, me, document, data ?? {}),
    enabled: data !== undefined,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!draft.data) return <SkeletonLines lines={6} />;
  return <DocumentPage key={document} declaration={declaration} start={draft.data} doneAt={path} />;
}
