/** The price checker for whoever is signed in to the office. */
import { useMemo } from 'react';
import { useCurrencies } from '../../shared/document/model/amount-format.ts';
import { useCan, useMe } from '../../shared/session/session.ts';
import { lookUpAtServer } from './look-up-at-server.ts';
import { PriceChecker } from './price-checker.tsx';

export function PriceCheckerPage() {
  const can = useCan();
  const currencies = useCurrencies();
  const { system_currency } = useMe();
  const lookUp = useMemo(
    () => lookUpAtServer({ can, currencyOf: (id) => currencies(id ?? system_currency.currency_id) }),
    [can, currencies, system_currency],
  );
  return <PriceChecker lookUp={lookUp} />;
}
