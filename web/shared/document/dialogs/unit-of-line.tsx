/** The unit in which a line of a dialog is counted: one of the units of its item. Nothing where the item has one unit. */
import { useQuery } from '@tanstack/react-query';
import type { InUnit } from '../../../../domain/pricing/returned-quantities.ts';
import { SelectField } from '../../form/fields/select-field.tsx';
import { itemQuery, unitsOf } from '../model/goods/items.ts';

interface UnitOfLineProps {
  readonly item: number;
  readonly value: number;
  readonly label: string;
  readonly onChoose: (unit: InUnit) => void;
}

export function UnitOfLine({ item, value, label, onChoose }: UnitOfLineProps) {
  const { data } = useQuery(itemQuery(item));
  const units = unitsOf(data);
  if (units.length < 2) return null;
  const choose = (chosen: string) => {
    const unit = units.find(({ unit_fk }) => unit_fk === Number(chosen));
    if (unit) onChoose({ unit_fk: unit.unit_fk, unit_factor: unit.base_unit_qty });
  };
  return (
    <div className="w-36 max-sm:flex-1">
      <SelectField
        {...{ label, name: label }}
        value={String(value)}
        onChange={choose}
        options={units.map(({ unit_fk, unit_name }) => ({
          value: String(unit_fk),
          label: unit_name ?? String(unit_fk),
        }))}
      />
    </div>
  );
}
