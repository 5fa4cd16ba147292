/** Dialogs for the whole receipt: discount and note. */
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { toLatinDigits } from '../../shared/typing/digits.ts';
import { readDiscount } from '../../shared/typing/discount.ts';
import { currencyName, decimalsOf } from '../parts/money-text.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { useTill, useTillSettings } from '../parts/till-context.tsx';
import type { Cart } from '../selling/cart.ts';
import { isPayableDiscount } from '../selling/payable.ts';
import { saleStore } from '../selling/sale-store.ts';

interface ReceiptDialogProps {
  readonly cart: Cart;
  readonly onClose: () => void;
}

export function ReceiptDiscountDialog({ cart, onClose }: ReceiptDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(
    cart.discount ? `${cart.discount.value}${cart.discount.type === 'percent' ? '%' : ''}` : '',
  );
  const till = useTill();
  const { currency_fk } = useTillSettings();
  const read = readDiscount(toLatinDigits(text));
  const isTaken = read !== undefined && isPayableDiscount(read, decimalsOf(till, currency_fk));
  const problem = read === undefined ? 'not_a_discount' : isTaken ? undefined : 'not_payable';
  const said = problem && t(`selling:${problem}`, { currency: currencyName(till, currency_fk) });
  const take = () => {
    if (!isTaken) return;
    saleStore.set({ cart: { ...saleStore.current().cart, discount: read } });
    onClose();
  };
  return (
    <Dialog
      open
      title={t('selling:receipt_discount')}
      onClose={onClose}
      footer={
        <TillButton look="primary" why={isTaken ? undefined : said} onPress={take}>
          {t('selling:take')}
        </TillButton>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
      >
        <TextField
          label={t('selling:discount')}
          hint={t('selling:discount_hint')}
          problem={said}
          value={text}
          onChange={setText}
          maxLength={20}
          ltr
          autoFocus
        />
      </form>
    </Dialog>
  );
}

export function NoteDialog({ cart, onClose }: ReceiptDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(cart.note ?? '');
  const take = () => {
    saleStore.set({ cart: { ...saleStore.current().cart, note: text.trim() || null } });
    onClose();
  };
  /** Shift and Enter begin another line. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    take();
  };
  return (
    <Dialog
      open
      title={t('selling:note')}
      onClose={onClose}
      footer={
        <TillButton look="primary" onPress={take}>
          {t('selling:take')}
        </TillButton>
      }
    >
      <form onKeyDown={onKeyDown}>
        <TextField label={t('selling:note')} value={text} onChange={setText} rows={3} maxLength={140} autoFocus />
      </form>
    </Dialog>
  );
}
