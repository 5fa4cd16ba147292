/** The reason of a line's price, in a sentence. */
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../shared/language/preferences.ts';
import { isolateLtr, shapeDigits } from '../../shared/typing/digits.ts';
import { formatDecimal } from '../../shared/typing/number-format.ts';
import type { Terms } from '../selling/goods.ts';
import type { PriceReason } from '../selling/listed.ts';
import { currencyName } from './money-text.tsx';
import { useTill } from './till-context.tsx';

export function ReasonText({ reason, terms }: { reason: PriceReason; terms: Terms }) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const till = useTill();
  const amount = (text: string, currency = terms.currency_fk) =>
    isolateLtr(`${shapeDigits(formatDecimal(text), digits)} ${currencyName(till, currency)}`);
  switch (reason.kind) {
    case 'typed':
      if (reason.listed === undefined) return t('selling:reason.typed');
      return t('selling:reason.typed_instead', { listed: amount(reason.listed) });
    case 'list':
      return t('selling:reason.list', { list: reason.list, own: amount(reason.own) });
    case 'rate':
      return t('selling:reason.rate', {
        own: amount(reason.own, reason.currency_fk),
        rate: isolateLtr(shapeDigits(formatDecimal(reason.rate), digits)),
      });
    case 'promised':
      return t('selling:reason.promised', { promotion: reason.promotion });
    default:
      return t(`selling:reason.${reason.kind}`);
  }
}
