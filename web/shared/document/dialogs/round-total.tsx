/** Rounds the total by a rounded discount: to a typed total, or down to a multiple of a step. */
import { Coins } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { discountToReach, roundedDown } from '../../../../domain/pricing/rounded-discount.ts';
import { documentTotals, type PricedDocument } from '../../../../domain/pricing/totals.ts';
import { printMoney, readMoney } from '../../../../domain/values/money.ts';
import { Amount } from '../../controls/amount.tsx';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { AmountField } from '../../form/fields/amount-field.tsx';
import { Lacking } from '../../form/lacking.tsx';
import { useMe } from '../../session/session.ts';
import { useDocumentCurrency } from '../model/amount-format.ts';
import type { HeaderFacts } from '../model/declaration.ts';
import type { Draft } from '../model/draft.ts';
import { useEditing } from '../model/editing-store.ts';
import type { DocumentSession } from '../model/session.ts';

interface RoundTotalProps {
  readonly session: DocumentSession;
  readonly priced: (draft: Draft, facts: HeaderFacts) => PricedDocument;
}

/** Usual steps: for a currency without decimals, and for one with. */
const STEPS = { whole: ['250', '500', '1000', '5000', '10000'], fraction: ['0.25', '0.5', '1', '5', '10'] } as const;

export function RoundTotal({ session, priced }: RoundTotalProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { draft } = useEditing(session.store);
  if (!session.editable || !draft.lines.some(({ fields }) => typeof fields['item_fk'] === 'number')) return null;
  return (
    <>
      <Button icon={Coins} onClick={() => setOpen(true)}>
        {t('document:round.open')}
      </Button>
      {open && <RoundDialog {...{ session, priced }} onClose={() => setOpen(false)} />}
    </>
  );
}

function RoundDialog({ session, priced, onClose }: RoundTotalProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const { draft } = useEditing(session.store);
  const { decimals, symbol } = useDocumentCurrency(draft.header);
  // Without the rounding of cash, which is not part of the discount.
  const facts = { systemCurrency: system_currency.currency_id, roundingStep: null, decimals };
  const document = priced(draft, facts);
  const { total } = documentTotals({ ...document, rounded_discount: null });
  const [wanted, setWanted] = useState('');
  const [problem, setProblem] = useState<string>();
  const set = (value: string | null) => {
    session.store.edit({ do: 'set', at: { field: 'rounded_discount' }, value });
    onClose();
  };
  const reach = (text: string) => {
    const amount = readMoney(text);
    const discount = amount === undefined || amount < 0n ? undefined : discountToReach(document, amount);
    if (discount === undefined) return setProblem(t('document:round.too_much'));
    set(discount === 0n ? null : printMoney(discount));
  };
  const offers = [...new Set(STEPS[decimals === 0 ? 'whole' : 'fraction'].map((step) => roundedDown(total, step)))];
  const footer = (
    <>
      {wanted === '' && <Lacking />}
      <Button onClick={() => set(null)}>{t('document:round.none')}</Button>
      <Button look="primary" disabled={wanted === ''} onClick={() => reach(wanted)}>
        {t('document:round.apply')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('document:round.title')} onClose={onClose} footer={footer}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          reach(wanted);
        }}
      >
        <p className="text-ink-muted">
          {t('document:round.text')} <Amount value={printMoney(total)} decimals={decimals} /> {symbol}
        </p>
        <AmountField
          label={t('document:round.wanted')}
          required
          value={wanted}
          problem={problem}
          onChange={setWanted}
          autoFocus
        />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1 text-xs font-medium text-ink-muted">{t('document:round.offers')}</legend>
          {offers
            .filter((offer) => offer > 0n && offer < total)
            .map((offer) => (
              <Button key={String(offer)} onClick={() => reach(printMoney(offer))}>
                <Amount value={printMoney(offer)} decimals={decimals} />
              </Button>
            ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
