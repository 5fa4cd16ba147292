/** Pricing lists: prices of the customers assigned to them. */
import type { PricingProfileData } from '../../domain/catalogue/pricing-profile.record.ts';
import { recordScreens } from '../shared/record/record-screens.ts';
import { statusActions } from '../shared/table/status-actions.ts';
import { oneOf, usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens<PricingProfileData>('pricing_profiles', {
  words: {
    many: 'catalogue:pricing_profiles',
    one: 'catalogue:pricing_profile',
    empty: 'catalogue:pricing_profiles_empty',
  },
  columns: [
    { field: 'apply_on', kind: 'option' },
    { field: 'discount_percentage', kind: 'percent' },
    { field: 'discount_start_amount', kind: 'amount', sortable: false },
    { field: 'discount_end_amount', kind: 'amount', sortable: false },
    ...usual('start_date', 'end_date'),
    { field: 'status', kind: 'status', tones: { draft: 'neutral', active: 'success', inactive: 'warning' } },
  ],
  filters: [
    oneOf('status', ['draft', 'active', 'inactive']),
    oneOf('apply_on', ['all_items', 'categories', 'brands', 'items']),
  ],
  rowActions: statusActions('pricing_profiles', {
    activate: 'catalogue:activate',
    inactivate: 'catalogue:inactivate',
    turned: 'catalogue:profile_turned',
  }),
  inactive: { field: 'status', value: 'inactive' },
  sections: [
    { fields: ['profile_name', 'profile_name_ar', 'profile_name_ckb', 'status', 'start_date', 'end_date'] },
    { title: 'catalogue:sections.applies', fields: ['apply_on', 'categories', 'brands', 'items'] },
    {
      title: 'catalogue:sections.discount',
      fields: ['discount_percentage', 'discount_start_amount', 'discount_end_amount', 'note'],
    },
  ],
});
