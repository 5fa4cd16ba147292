/** The unit in which goods of a receipt come back: that of the receipt, or another unit of the item. */
import { useQuery } from '@tanstack/react-query';
import type { InUnit } from '../../domain/catalogue/returned-quantities.ts';
import { itemQuery, unitsOf } from '../shared/document/model/items.ts';
import { SelectField } from '../shared/form/select-field.tsx';
import { lineLabel } from './open-drawer-field.tsx';
import type { LineLeft } from './receipt-left.ts';

interface LineUnitProps {
  readonly line: LineLeft;
  readonly onChoose: (line: number, unit: InUnit) => void;
}

export function LineUnit({ line, onChoose }: LineUnitProps) {
  const { data } = useQuery(itemQuery(Number(line.fields['item_fk'])));
  const units = unitsOf(data);
  const value = Number(line.fields['unit_fk']);
  if (units.length < 2) return null;
  const choose = (chosen: string) => {
    const unit = units.find(({ unit_fk }) => unit_fk === Number(chosen));
    if (unit) onChoose(line.line_id, { unit_fk: unit.unit_fk, unit_factor: unit.base_unit_qty });
  };
  return (
    <div className="w-36 max-sm:flex-1">
      <SelectField
        label={lineLabel('unit_fk', line.line_id)}
        name={`unit_fk ${line.line_id}`}
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
