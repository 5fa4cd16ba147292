/** The editor of a line: quantity, unit, price, discount, note; and the reason of its price. */
import { CircleHelp, Minus, Plus, Trash2 } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPart } from '../../../../domain/documents/whole-quantities.ts';
import { type BatchQuantity, tracksBatches } from '../../../../domain/values/batch.ts';
import { printQuantity, QUANTITY_ONE, quantity, readQuantity, toQuantity } from '../../../../domain/values/quantity.ts';
import { useShortcut } from '../../../shared/shortcuts/shortcuts.ts';
import { readAmount } from '../../../shared/typing/amount-expression.ts';
import { readDiscount } from '../../../shared/typing/discount.ts';
import { formatDecimal } from '../../../shared/typing/number-format.ts';
import { isCodeOnly } from '../../selling/asked-quantity.ts';
import { type Cart, type CartLine, quantityProblem, withLine, withoutLine } from '../../selling/cart.ts';
import type { Terms } from '../../selling/goods.ts';
import type { PriceReason } from '../../selling/listed.ts';
import { isPayableDiscount } from '../../selling/payable.ts';
import { saleStore } from '../../selling/sale-store.ts';
import { takeTyped } from '../../selling/scan-actions.ts';
import { currencyName, decimalsOf } from '../money-text.tsx';
import { ReasonText } from '../reason-text.tsx';
import { TillButton } from '../till-button.tsx';
import { useTill, useTillSettings } from '../till-context.tsx';
import { TypedField } from '../typed-field.tsx';
import { BatchButton } from './batch-line.tsx';
import { UnitChoice } from './unit-choice.tsx';

interface LineEditorProps {
  readonly line: CartLine;
  readonly reason: PriceReason;
  /** Decimal text. */
  readonly price: string;
  readonly batches: readonly BatchQuantity[];
  readonly terms: Terms;
  readonly listens: boolean;
  readonly comesBack: boolean;
}

export function LineEditor({ line, reason, price: current, batches, terms, listens, comesBack }: LineEditorProps) {
  const { t } = useTranslation();
  const { device } = useTill();
  const { scales } = useTillSettings();
  const [isAsked, setAsked] = useState(false);
  const [count, price, discount] = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
  ];
  const change = (next: Parameters<typeof withLine>[2]) => saleStore.edit((cart) => withLine(cart, line.line_id, next));
  const sold = (unit_fk: number) => ({ item_fk: line.item.id, unit_fk });
  const remove = () => saleStore.edit((cart) => withoutLine(cart, line.line_id));
  const take = (typed: string, count: string) => {
    const { item, unit_fk, line_id } = line;
    if (count === line.quantity) return;
    const wanted = {
      item,
      unit_fk,
      quantity: count,
      change: (cart: Cart) => withLine(cart, line_id, { quantity: count }),
    };
    void takeTyped(typed, wanted, { store: saleStore, catalogue: device.catalogue, scales, terms });
  };
  const step = (by: bigint) => {
    const next = toQuantity(quantity(line.quantity) + by);
    if (next > 0n) change({ quantity: printQuantity(next) });
    else remove();
  };
  useShortcut('till_quantity', () => count.current?.focus(), listens);
  useShortcut('till_price', () => price.current?.focus(), listens);
  useShortcut('till_discount', () => discount.current?.focus(), listens);
  useShortcut('till_more', () => step(QUANTITY_ONE), listens);
  useShortcut('till_less', () => step(-QUANTITY_ONE), listens);
  return (
    <div className="grid grid-cols-[auto_1fr_auto_auto] items-end gap-2 px-3 pb-3">
      <TillButton icon={Minus} aria-label={t('selling:less')} onPress={() => step(-QUANTITY_ONE)} />
      <TypedField
        label={t('selling:quantity')}
        inputRef={count}
        shortcut="till_quantity"
        value={line.quantity}
        read={(text) => {
          const reading = readAmount(text, 7);
          const problem = reading.ok ? quantityProblem(reading.value, terms.quantity_decimals) : 'not_a_number';
          if (isCodeOnly(text)) return t('selling:quantity_problem.a_code');
          if (reading.ok && !problem && isPart(quantity(reading.value), sold(line.unit_fk), terms.facts)) {
            return t('selling:quantity_problem.whole_only');
          }
          if (problem || !reading.ok) {
            return t(`selling:quantity_problem.${problem}`, { count: terms.quantity_decimals });
          }
          take(text, printQuantity(readQuantity(reading.value) ?? QUANTITY_ONE));
          return undefined;
        }}
      />
      <TillButton icon={Plus} aria-label={t('selling:more')} onPress={() => step(QUANTITY_ONE)} />
      <TillButton icon={Trash2} aria-label={t('selling:remove')} onPress={remove} />
      <div className="col-span-4 grid grid-cols-3 gap-2">
        <UnitChoice
          value={line.unit_fk}
          units={line.item.item_units.map(({ unit_fk }) => unit_fk)}
          onChoose={(unit_fk) => {
            const isWhole = !isPart(quantity(line.quantity), sold(unit_fk), terms.facts);
            change({ unit_fk, price: null, ...(isWhole ? {} : { quantity: '1' }) });
          }}
        />
        <TypedField
          label={t('selling:price')}
          inputRef={price}
          shortcut="till_price"
          placeholder={formatDecimal(current, { decimals: 4 })}
          disabled={line.item.sale_price_editable === false && !terms.facts.actor.can('sales/below_minimum_price')}
          value={line.price ?? ''}
          read={(text) => {
            if (text.trim() === '') change({ price: null });
            const reading = readAmount(text, 4);
            if (text.trim() !== '' && (!reading.ok || reading.value.startsWith('-'))) return t('selling:not_an_amount');
            if (text.trim() !== '' && reading.ok) change({ price: reading.value });
            return undefined;
          }}
        />
        <DiscountField line={line} inputRef={discount} onChange={(value) => change({ discount: value })} />
      </div>
      {tracksBatches(line.item) && (
        <BatchButton {...{ line, batches, terms, listens, comesBack }} onChoose={(batch) => change({ batch })} />
      )}
      <input
        aria-label={t('selling:line_note')}
        placeholder={t('selling:line_note')}
        value={line.note ?? ''}
        maxLength={140}
        onChange={(event) => change({ note: event.target.value || null })}
        className="page-start col-span-3 h-12 rounded-md border border-edge bg-surface-1 px-3"
        dir="auto"
      />
      <TillButton
        icon={CircleHelp}
        aria-label={t('selling:why_price')}
        aria-expanded={isAsked}
        onPress={() => setAsked(!isAsked)}
      />
      {isAsked && (
        <p className="col-span-4 text-sm text-ink-muted">
          <ReasonText reason={reason} terms={terms} />
        </p>
      )}
    </div>
  );
}

interface DiscountFieldProps {
  readonly line: CartLine;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onChange: (discount: CartLine['discount']) => void;
}

/** `10%` is a percentage, `500` an amount. */
function DiscountField({ line, inputRef, onChange }: DiscountFieldProps) {
  const { t } = useTranslation();
  const till = useTill();
  const { currency_fk } = useTillSettings();
  const { discount } = line;
  return (
    <TypedField
      label={t('selling:discount')}
      inputRef={inputRef}
      shortcut="till_discount"
      value={discount ? `${discount.value}${discount.type === 'percent' ? '%' : ''}` : ''}
      read={(text) => {
        const read = readDiscount(text);
        if (read === undefined) return t('selling:not_a_discount');
        if (!isPayableDiscount(read, decimalsOf(till, currency_fk))) {
          return t('selling:not_payable', { currency: currencyName(till, currency_fk) });
        }
        onChange(read);
        return undefined;
      }}
    />
  );
}
