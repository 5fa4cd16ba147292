/** Imports counted quantities from a file into a round: each row is an entry. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadLine } from '../../../domain/imports/import-format.ts';
import { ENTRIES_OF_COMMAND_MAX } from '../../../domain/stock/count-round.schema.ts';
import { command } from '../../shared/api/command.ts';
import { forget } from '../../shared/api/query.ts';
import { ImportLinesButton } from '../../shared/import/import-lines-button.tsx';
import { FileEntries } from './file-entries.ts';
import type { Round } from './round.ts';

export function ImportEntries({ id, round }: { readonly id: number; readonly round: Round }) {
  const { t } = useTranslation();
  const [sent] = useState(() => new FileEntries());
  const send = async (lines: readonly ReadLine[], digest: string) => {
    const listed = new Set(round.items.map(({ item_fk }) => item_fk));
    const unlisted = lines.filter(({ item_fk }) => round.takes_unlisted === false && !listed.has(item_fk));
    if (unlisted.length > 0) {
      const rows = unlisted.map(({ row }) => row).join(', ');
      throw new Error(t('counting:rows_not_listed', { rows }));
    }
    sent.open(digest);
    for (const entry_uuid of sent.outdated(lines)) {
      await command('count_rounds/:id/remove_entry', { params: { id }, body: { entry_uuid } });
      sent.forgetRemoved(entry_uuid);
    }
    for (let from = 0; from < lines.length; from += ENTRIES_OF_COMMAND_MAX) {
      const part = lines.slice(from, from + ENTRIES_OF_COMMAND_MAX);
      const entries = part.map((line) => ({
        entry_uuid: sent.identifierOf(line),
        item_fk: line.item_fk,
        unit_fk: line.unit_fk,
        quantity: line.quantity,
        batch_number: line.batch_number,
        expire_date: line.expire_date,
        shelf: line.note,
      }));
      await command('count_rounds/:id/count', { params: { id }, body: { entries } });
      sent.keepStored(part);
    }
    sent.clear();
    await forget('count_rounds');
  };
  return (
    <div className="flex justify-end">
      <ImportLinesButton format="count_entries" permission="count_rounds/import" onLines={send} />
    </div>
  );
}
