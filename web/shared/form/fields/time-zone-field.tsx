/** The time zone of the shop, from the names that this browser knows. */
import { useTranslation } from 'react-i18next';
import { isZone } from '../../../../domain/values/zone.ts';
import { zoneWords } from '../../typing/shop-zone.ts';
import type { FieldProps } from '../field-frame.tsx';
import { SelectField } from './select-field.tsx';

interface TimeZoneFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TimeZoneField({ value, onChange, ...field }: TimeZoneFieldProps) {
  const { t } = useTranslation();
  const known = Intl.supportedValuesOf('timeZone');
  const names = value === '' || known.includes(value) ? known : [value, ...known];
  const options = names.map((name) => ({
    value: name,
    label: isZone(name) ? zoneWords(name) : name,
    isCode: true as const,
  }));
  // While nothing is chosen, the shop is in the zone of the server.
  const empty = value === '' ? t('form:zone_of_server') : undefined;
  return <SelectField {...field} value={value} onChange={onChange} options={options} empty={empty} />;
}
