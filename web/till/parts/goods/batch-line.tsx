/** The batches of a line on the receipt, and the button that opens their choice. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemData } from '../../../../domain/catalogue/item.schema.ts';
import { type Batch, type BatchQuantity, hasSerials, isExpired } from '../../../../domain/values/batch.ts';
import { CountedBatch } from '../../../shared/controls/counted-batch.tsx';
import { StatusChip } from '../../../shared/controls/status-chip.tsx';
import { usePreferences } from '../../../shared/language/preferences.ts';
import { batchTexts } from '../../../shared/typing/batch-text.ts';
import { unitParts } from '../../../shared/typing/unit-text.ts';
import type { CartLine } from '../../selling/cart.ts';
import type { Terms } from '../../selling/goods.ts';
import { BatchChoice } from '../batch-choice.tsx';
import { TillButton } from '../till-button.tsx';
import { useNamedUnits } from './unit-choice.tsx';

interface BatchTextProps {
  readonly item: Pick<ItemData, 'item_units'>;
  readonly batches: readonly BatchQuantity[];
  readonly day: string;
}

/** The batches, with what there is of each when there are several. */
export function BatchText({ item, batches, day }: BatchTextProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const units = useNamedUnits()(item.item_units);
  const told = batchTexts(batches, digits, ({ quantity }) => unitParts(quantity, units));
  return told.map(({ batch, name, parts }) => (
    <span key={name} data-batch className="inline-flex items-center gap-1">
      <CountedBatch {...{ name, parts }} />
      {isExpired(batch, day) && <StatusChip tone="danger" label={t('selling:batch.expired')} />}
    </span>
  ));
}

interface BatchButtonProps {
  readonly line: CartLine;
  readonly batches: readonly BatchQuantity[];
  readonly terms: Terms;
  readonly listens: boolean;
  /** The goods come back. */
  readonly comesBack: boolean;
  readonly onChoose: (batch: Batch | null) => void;
}

export function BatchButton({ line, batches, terms, listens, comesBack, onChoose }: BatchButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TillButton
        shortcut="till_batch"
        listens={listens && !isOpen}
        aria-haspopup="dialog"
        onPress={() => setOpen(true)}
        className="col-span-4 flex-wrap justify-start! text-start"
      >
        <span className="text-ink-muted">
          {t(hasSerials(line.item) ? 'selling:piece.title' : 'selling:batch.title')}
        </span>
        {batches.length === 0 ? (
          t(hasSerials(line.item) ? 'selling:piece.unknown' : 'selling:batch.unknown')
        ) : (
          <BatchText item={line.item} batches={batches} day={terms.day} />
        )}
      </TillButton>
      {isOpen && (
        <BatchChoice
          {...{ line, terms, comesBack }}
          onClose={() => setOpen(false)}
          onChoose={(batch) => {
            onChoose(batch);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
