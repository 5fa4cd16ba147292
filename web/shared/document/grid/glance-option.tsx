/** An item in the list below a cell: picture, name and code on one side, price and stock on the other. */
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../language/preferences.ts';
import { Thumbnail } from '../../pictures/thumbnail.tsx';
import { formatDecimal } from '../../typing/number-format.ts';
import { unitText } from '../../typing/unit-text.ts';
import type { ItemGlance } from './item-glance.ts';
import type { PickOption } from './pick-options.ts';

export function GlanceOption({ option, glance }: { option: PickOption; glance: ItemGlance }) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const { picture, price, unit, stock, isSold, isLeft, cost } = glance;
  const shown = (value: string) => formatDecimal(value, { digits });
  return (
    <>
      <Thumbnail attachment={picture} />
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="break-words">{option.label}</bdi>
        {option.hint && <bdi className="text-xs text-ink-muted">{option.hint}</bdi>}
      </span>
      <span className="flex shrink-0 flex-col items-end text-end">
        {price !== undefined && (
          <span>
            <span className="numeric font-medium">{shown(price)}</span>
            {unit && <bdi className="text-xs text-ink-muted"> / {unit}</bdi>}
          </span>
        )}
        <span className="flex gap-2 text-xs text-ink-muted">
          {cost !== undefined && <span>{t('document:glance.cost', { cost: shown(cost) })}</span>}
          {stock !== undefined && (
            <span className={isLeft ? '' : 'text-danger-ink'}>
              {t(`document:glance.${isSold ? 'available' : 'stock'}`, { stock: unitText(stock, { digits }) })}
            </span>
          )}
        </span>
      </span>
    </>
  );
}
