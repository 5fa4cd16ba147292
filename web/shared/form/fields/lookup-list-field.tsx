/** Several records of one kind: a choice in the look-up adds to the list below. */
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRecordName } from '../../api/lookup.ts';
import { IconButton } from '../../controls/button.tsx';
import type { FieldProps } from '../field-frame.tsx';
import { LookupField } from './lookup-field.tsx';

export interface LookupListFieldProps extends FieldProps {
  readonly resource: string;
  readonly value: readonly number[];
  readonly onChange: (value: readonly number[]) => void;
  /** The order matters and can be changed. */
  readonly ordered: boolean;
}

export function LookupListField({ resource, value, onChange, ordered, ...field }: LookupListFieldProps) {
  const add = (id: number | null) => {
    if (id !== null && !value.includes(id)) onChange([...value, id]);
  };
  const move = (from: number, by: number) => {
    const next = [...value];
    const [moved] = next.splice(from, 1);
    if (moved !== undefined) next.splice(from + by, 0, moved);
    onChange(next);
  };
  return (
    <div className="flex flex-col gap-1" data-field={field.name}>
      <LookupField {...field} resource={resource} value={null} onChange={add} />
      {value.length > 0 && (
        <ol className={ordered ? 'flex flex-col gap-1' : 'flex flex-wrap gap-1'}>
          {value.map((id, index) => (
            <Chosen
              key={id}
              {...{ resource, id, ordered }}
              disabled={field.disabled ?? false}
              up={index > 0 ? () => move(index, -1) : undefined}
              down={index < value.length - 1 ? () => move(index, 1) : undefined}
              onRemove={() => onChange(value.filter((other) => other !== id))}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

interface ChosenProps {
  readonly resource: string;
  readonly id: number;
  readonly ordered: boolean;
  readonly disabled: boolean;
  /** Undefined for the first record. */
  readonly up: (() => void) | undefined;
  readonly down: (() => void) | undefined;
  readonly onRemove: () => void;
}

function Chosen({ resource, id, ordered, disabled, up, down, onRemove }: ChosenProps) {
  const { t } = useTranslation();
  const name = useRecordName(resource, id, undefined) ?? '…';
  return (
    <li className="flex min-h-8 items-center gap-1 rounded-md bg-surface-3 ps-2">
      <bdi className="min-w-0 flex-1 break-words">{name}</bdi>
      {ordered && (
        <>
          <IconButton
            icon={ArrowUp}
            label={t('form:move_up', { value: name })}
            disabled={disabled || !up}
            onClick={() => up?.()}
          />
          <IconButton
            icon={ArrowDown}
            label={t('form:move_down', { value: name })}
            disabled={disabled || !down}
            onClick={() => down?.()}
          />
        </>
      )}
      <IconButton icon={X} label={t('form:remove_value', { value: name })} disabled={disabled} onClick={onRemove} />
    </li>
  );
}
