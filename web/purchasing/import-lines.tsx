/** Imports purchase lines from a spreadsheet: appended after the existing lines, as one undo step. */
import { FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadLine } from '../../domain/imports/import-format.ts';
import { fetchItemsOf } from '../catalogue/priced-items.ts';
import { Button } from '../shared/controls/button.tsx';
import { type Fields, isEmpty } from '../shared/document/model/draft.ts';
import { rememberRow } from '../shared/document/model/known-names.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useCan } from '../shared/session/session.ts';

const LinesDialog = lazy(() => import('../shared/import/lines-dialog.tsx'));

export function ImportLines({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const can = useCan();
  const [open, setOpen] = useState<boolean>();
  if (!session.editable || !can('purchases/import')) return null;
  return (
    <>
      <Button icon={FileUp} onClick={() => setOpen(true)}>
        {t('import:titles.purchase_lines')}
      </Button>
      {open !== undefined && (
        <Suspense>
          <LinesDialog
            format="purchase_lines"
            title={t('import:titles.purchase_lines')}
            open={open}
            onClose={() => setOpen(false)}
            onLines={(lines) => addLines(session, lines)}
          />
        </Suspense>
      )}
    </>
  );
}

async function addLines({ store, declaration }: DocumentSession, lines: readonly ReadLine[]): Promise<void> {
  const items = await fetchItemsOf([...new Set(lines.map(({ item_fk }) => item_fk))]);
  for (const item of items.values()) rememberRow('items', item);
  const { draft } = store.state;
  const rows = lines.map((line): Fields => {
    const { item_fk, unit_fk, quantity, price, bonus_quantity, batch_number, expire_date, note } = line;
    const item = items.get(item_fk);
    const usual = item ? declaration.lineOf(item, draft.header, unit_fk) : {};
    return { ...usual, item_fk, unit_fk, quantity, price, bonus_quantity, batch_number, expire_date, note };
  });
  const last = draft.lines.at(-1);
  const AFTER_ALL = -1;
  const key = last && isEmpty(last.fields['item_fk']) ? last.key : AFTER_ALL;
  store.edit({ do: 'paste', table: 'lines', key, rows, blank: declaration.blankLine });
}
