/** The counted quantity of each item so far, and the people who counted it. */

import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { hasSerials } from '../../../domain/values/batch.ts';
import { command } from '../../shared/api/command.ts';
import { forget } from '../../shared/api/query.ts';
import { IconButton } from '../../shared/controls/button.tsx';
import { CountedBatch } from '../../shared/controls/counted-batch.tsx';
import { InUnits } from '../../shared/controls/in-units.tsx';
import { SmallTable } from '../../shared/controls/small-table.tsx';
import { StatusChip } from '../../shared/controls/status-chip.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { notifyProblem } from '../../shared/notify/notify.ts';
import { useCan } from '../../shared/session/session.ts';
import { batchTexts } from '../../shared/typing/batch-text.ts';
import { unitParts } from '../../shared/typing/unit-text.ts';
import { type CountedItem, type CountedSoFar, countedSoFar, type Round } from './round.ts';

interface CountedTableProps {
  readonly id: number;
  readonly round: Round;
  readonly goods: readonly CountedItem[];
}

export function CountedTable({ id, round, goods }: CountedTableProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { digits } = usePreferences();
  const items = new Map(goods.map((item) => [item.item_fk, item]));
  const isOfPieces = (item: number) => hasSerials(items.get(item));
  const mayRecount = round.status === 'open' && can('count_rounds/complete');
  const recount = (item_fk: number) =>
    command('count_rounds/:id/recount', { params: { id }, body: { item_fk } })
      .then(() => forget('count_rounds'))
      .catch(notifyProblem);
  const rows = countedSoFar(round);
  if (rows.length === 0) return null;
  return (
    <section
      aria-label={t('counting:so_far')}
      className="shrink-0 overflow-x-auto rounded-lg border border-edge bg-surface-1 p-3 shadow-card"
    >
      <h2 className="mb-2 font-semibold">{t('counting:so_far')}</h2>
      <SmallTable
        columns={[
          {
            head: fieldLabel('item_fk'),
            cell: ({ item_fk, item_name, isListed, batches }: CountedSoFar) => (
              <span className="flex flex-wrap items-center gap-2">
                <bdi>{items.get(item_fk)?.item_name ?? item_name}</bdi>
                {isOfPieces(item_fk) && batches.length > 0 && (
                  <span className="basis-full text-xs text-ink-muted">{fieldLabel('serial_number')}</span>
                )}
                {batchTexts(batches, digits, (batch) => unitParts(batch.quantity, items.get(item_fk)?.units ?? [])).map(
                  ({ name, parts }) => (
                    <span key={name} className="basis-full text-xs text-ink-muted" data-batch>
                      <CountedBatch {...{ name, parts }} />
                    </span>
                  ),
                )}
                {!isListed && <StatusChip tone="warning" label={t('counting:unlisted')} />}
              </span>
            ),
          },
          {
            head: fieldLabel('quantity'),
            number: true,
            cell: ({ item_fk, quantity }: CountedSoFar) => (
              <InUnits parts={unitParts(quantity, items.get(item_fk)?.units ?? [])} />
            ),
          },
          { head: t('counting:by'), cell: ({ people }: CountedSoFar) => <bdi>{people.join(' · ')}</bdi> },
          ...(mayRecount
            ? [
                {
                  head: '',
                  cell: ({ item_fk }: CountedSoFar) => (
                    <IconButton icon={RotateCcw} label={t('counting:recount')} onClick={() => void recount(item_fk)} />
                  ),
                },
              ]
            : []),
        ]}
        rows={rows}
        keyOf={({ item_fk }) => String(item_fk)}
      />
    </section>
  );
}
