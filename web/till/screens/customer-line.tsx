/** The customer of the receipt: found by name, code, mobile or card, or created; with balance and credit limit. */
import { CircleUserRound, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../shared/controls/button.tsx';
import type { TillCustomer } from '../device/catalogue/catalogue-rows.ts';
import { Balance } from '../parts/balance.tsx';
import { TillButton } from '../parts/till-button.tsx';
import type { Cart } from '../selling/cart.ts';
import type { Terms } from '../selling/goods.ts';
import { saleStore } from '../selling/sale-store.ts';
import { CustomerDialog } from './customer-dialog.tsx';

export function CustomerLine({ cart, terms, listens }: { cart: Cart; terms: Terms; listens: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const choose = (customer: TillCustomer | null) => {
    // A new customer is created at the server: scans may have added lines meanwhile.
    saleStore.set({ cart: { ...saleStore.current().cart, customer } });
    setOpen(false);
  };
  return (
    <div className="flex items-center gap-2 border-b border-edge p-2">
      <TillButton
        look="quiet"
        icon={cart.customer ? CircleUserRound : UserPlus}
        shortcut="till_customer"
        listens={listens && !open}
        onPress={() => setOpen(true)}
        className="min-w-0 flex-1 justify-start! text-start"
      >
        {cart.customer ? (
          <span className="min-w-0 flex-1">
            <bdi className="block truncate font-semibold text-ink">{cart.customer.consumer_name}</bdi>
            <Balance customer={cart.customer} terms={terms} />
          </span>
        ) : (
          <span className="flex-1">{t('selling:walk_in')}</span>
        )}
      </TillButton>
      {cart.customer && (
        <IconButton icon={X} label={t('selling:no_customer')} onClick={() => choose(null)} className="size-12!" />
      )}
      {open && <CustomerDialog onChoose={choose} onClose={() => setOpen(false)} terms={terms} />}
    </div>
  );
}
