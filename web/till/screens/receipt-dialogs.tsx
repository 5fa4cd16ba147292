/** Dialogs for the whole receipt: discount and note. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { toLatinDigits } from '../../shared/typing/digits.ts';
import { readDiscount } from '../../shared/typing/discount.ts';
import { TillButton } from '../parts/till-button.tsx';
import type { Cart } from '../selling/cart.ts';
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
  const read = readDiscount(toLatinDigits(text));
  const take = () => {
    if (read === undefined) return;
    saleStore.set({ cart: { ...saleStore.current().cart, discount: read } });
    onClose();
  };
  return (
    <Dialog
      open
      title={t('selling:receipt_discount')}
      onClose={onClose}
      footer={
        <TillButton look="primary" disabled={read === undefined} onPress={take}>
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
          problem={read === undefined ? t('selling:not_a_discount') : undefined}
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
      <TextField label={t('selling:note')} value={text} onChange={setText} rows={3} maxLength={300} autoFocus />
    </Dialog>
  );
}
