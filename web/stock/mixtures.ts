/** Mixtures: the components and quantities of a produced item. */
import type { MixtureData } from '../../domain/stock/making/mixture.record.ts';
import { recordScreens } from '../shared/record/record-screens.ts';
import { by, usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens<MixtureData>('mixtures', {
  words: { many: 'stock:mixtures', one: 'stock:mixture', empty: 'stock:mixtures_empty' },
  columns: usual('item_fk', 'quantity', 'unit_fk', 'note'),
  filters: by('item_fk'),
  sections: [
    { fields: ['mixture_name', 'mixture_name_ar', 'mixture_name_ckb', 'item_fk', 'quantity', 'unit_fk', 'note'] },
    { title: 'stock:made_of', fields: ['lines'] },
  ],
});
