/** The editor of a document about one batch, which the address of a new one may name. */
import { type ComponentType, useMemo } from 'react';
import { DocumentPage } from '../shared/document/document-screen.tsx';
import type { Fields } from '../shared/document/model/draft.ts';
import type { ScreenDeclaration } from '../shared/document/screen-declaration.ts';
import { useAddressNumber, useAddressText, usePathPart } from '../shared/session/address-parts.ts';

interface NamedBatch {
  readonly item_fk: number;
  readonly batch_number: string | null;
  readonly expire_date: string | null;
}

/** Must be called once, outside of components. */
export function editorOfBatch(declaration: ScreenDeclaration, headerOf: (batch: NamedBatch) => Fields): ComponentType {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each declaration, at module level.
  return function EditorOfBatch() {
    const isNew = usePathPart('id') === 'new';
    const item_fk = useAddressNumber('item_fk');
    const batch_number = useAddressText('batch_number') ?? null;
    const expire_date = useAddressText('expire_date') ?? null;
    const start = useMemo(
      () =>
        item_fk === undefined
          ? undefined
          : { header: headerOf({ item_fk, batch_number, expire_date }), lines: [], costs: [] },
      [item_fk, batch_number, expire_date],
    );
    return <DocumentPage declaration={declaration} {...(start && isNew ? { start } : {})} />;
  };
}
