/** The unit of a line: a choice where it may be in several units, else its name. */
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../shared/language/preferences.ts';
import { nameIn } from '../../selling/goods.ts';
import { useTill } from '../till-context.tsx';

interface UnitChoiceProps {
  readonly value: number;
  readonly units: readonly number[];
  readonly onChoose: (unit: number) => void;
}

export function UnitChoice({ value, units, onChoose }: UnitChoiceProps) {
  const { t } = useTranslation();
  const nameOf = useUnitName();
  return (
    <label className="flex flex-col gap-0.5 text-xs text-ink-muted">
      {t('selling:unit')}
      <select
        value={value}
        onChange={(event) => onChoose(Number(event.target.value))}
        className="h-12 rounded-md border border-edge-strong bg-surface-1 px-2 text-base text-ink"
      >
        {units.map((unit) => (
          <option key={unit} value={unit}>
            {nameOf(unit)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function useUnitName(): (unit: number) => string {
  const { language } = usePreferences();
  const { device } = useTill();
  const { units } = device.catalogue.tables();
  return (unit) => nameIn(units.find(({ id }) => id === unit) ?? {}, 'unit_name', language);
}

/** Units of an item with their names, in which a quantity in base units is told. */
export function useNamedUnits(): <Unit extends { readonly unit_fk: number }>(
  units: readonly Unit[],
) => (Unit & { readonly unit_name: string })[] {
  const nameOf = useUnitName();
  return (units) => units.map((unit) => ({ ...unit, unit_name: nameOf(unit.unit_fk) }));
}
