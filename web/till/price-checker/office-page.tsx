/** The price checker for signed-in users of the office. */
import { useMemo } from 'react';
import { useCan, useMe } from '../../shared/session/session.ts';
import { lookUpAtServer } from './look-up-at-server.ts';
import { PriceChecker } from './price-checker.tsx';

export function PriceCheckerPage() {
  const can = useCan();
  const { system_currency, current_outlet_fk } = useMe();
  const lookUp = useMemo(
    () => lookUpAtServer({ can, currency: system_currency, outlet: current_outlet_fk }),
    [can, system_currency, current_outlet_fk],
  );
  return <PriceChecker lookUp={lookUp} />;
}
