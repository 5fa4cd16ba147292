/** The units of an item in dialogs: the one in which a line is counted, and a count in all of them. */
import { useQuery } from '@tanstack/react-query';
import type { InUnit } from '../../../../domain/pricing/returned-quantities.ts';
import { InUnits } from '../../controls/in-units.tsx';
import { SelectField } from '../../form/fields/select-field.tsx';
import { unitParts } from '../../typing/unit-text.ts';
import type { Value } from '../model/draft.ts';
import { useDocumentDay } from '../model/goods/document-day.ts';
import { itemQueryOn, unitsOf } from '../model/goods/items.ts';

interface UnitOfLineProps {
  readonly item: number;
  readonly value: number;
  readonly label: string;
  /** Of the step that counts, whose sizes the server takes; default today. */
  readonly day?: Value | undefined;
  readonly onChoose: (unit: InUnit) => void;
}

/** A count of base units in the units of its item; nothing until they are loaded. */
export function CountInUnits({ item, base }: { readonly item: number; readonly base: string }) {
  const { data } = useQuery(itemQueryOn(item, useDocumentDay()));
  return data ? <InUnits parts={unitParts(base, unitsOf(data))} /> : null;
}

/** Nothing where the item has one unit. */
export function UnitOfLine({ item, value, label, day, onChoose }: UnitOfLineProps) {
  const { data } = useQuery(itemQueryOn(item, day));
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
