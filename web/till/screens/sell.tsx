/** The selling screen: items on one side, the receipt on the other; scanner, keyboard and touch work at any time. */
import { useEffect, useState } from 'react';
import { useScanner } from '../../shared/document/grid/scanning.ts';
import { sound } from '../../shared/notify/sounds.ts';
import { useWatched } from '../device/use-watched.ts';
import { QuantityQuestion } from '../parts/goods/quantity-question.tsx';
import { currencyName } from '../parts/money-text.tsx';
import { useOpenDrawer } from '../parts/open-drawer.ts';
import { useTerms, useTill, useTillSettings } from '../parts/till-context.tsx';
import { goTo } from '../parts/till-path.ts';
import { shownSale, showToCustomer } from '../selling/customer-display.ts';
import { mayEnd, repaid } from '../selling/exchange.ts';
import { pricedCart } from '../selling/priced-cart.ts';
import { isUnfinished, saleStore } from '../selling/sale-store.ts';
import { takeScan } from '../selling/scan-actions.ts';
import { GoodsSide } from './goods-side.tsx';
import { PaidScreen } from './paid.tsx';
import { PaymentScreen } from './payment.tsx';
import { ReceiptSide } from './receipt-side.tsx';

export function SellPage() {
  const { device } = useTill();
  const settings = useTillSettings();
  const sale = useWatched(saleStore);
  const terms = useTerms(sale.cart.approval);
  const priced = pricedCart(sale.cart, terms);
  const [side, setSide] = useState<'goods' | 'receipt'>('receipt');
  // A small screen shows one side.
  const isBeside = side === 'goods' || sale.stage === 'paying';
  const busy = isUnfinished(sale);
  const drawer = useOpenDrawer();
  const given = repaid(sale, drawer);
  useEffect(() => {
    device.updates.busy(busy);
  }, [device, busy]);
  useEffect(() => {
    const said = { currency: currencyName({ device }, terms.currency_fk), greeting: settings.display_greeting };
    showToCustomer(shownSale(sale, priced, terms, { ...said, given }));
  });
  const scan = (code: string) => {
    void takeScan(code, { store: saleStore, catalogue: device.catalogue, terms, scales: settings.scales }).then(
      (outcome) => {
        if (typeof outcome === 'object') goTo('receipts', `?receipt=${encodeURIComponent(outcome.receipt)}`);
        else if (settings.sound) sound(outcome === 'unknown' ? 'unknown' : 'scanned');
      },
    );
  };
  useScanner(scan, true);
  if (sale.stage === 'paid' && sale.paid) return <PaidScreen paid={sale.paid} terms={terms} />;
  return (
    <div className="flex min-h-0 flex-1">
      <section className={`flex min-w-0 flex-1 flex-col ${isBeside ? '' : 'max-md:hidden'}`}>
        {sale.stage === 'paying' ? (
          <PaymentScreen {...{ sale, priced, given, terms }} />
        ) : (
          <GoodsSide onScanned={scan} onDone={() => setSide('receipt')} />
        )}
      </section>
      <ReceiptSide
        {...{ sale, priced, given, terms }}
        canGiveBack={mayEnd(sale, drawer)}
        className={isBeside ? 'max-md:hidden' : 'max-md:flex-1'}
        onGoods={() => setSide('goods')}
      />
      <QuantityQuestion />
    </div>
  );
}
