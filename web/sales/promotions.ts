/** Promotions: conditions, and the customer's reward. */
import type { PromotionData } from '../../domain/sales/promotion.record.ts';
import { recordScreens } from '../shared/record/record-screens.ts';
import { statusActions } from '../shared/table/status-actions.ts';
import { oneOf, usual } from '../shared/table/usual-columns.ts';
import { promotionStatus, promotionStatusChip } from './promotion-status.tsx';

export const { Table, Form } = recordScreens<PromotionData>('promotions', {
  words: { many: 'sales:promotions', one: 'sales:promotion', empty: 'sales:promotions_empty' },
  columns: [
    { field: 'reward_type', kind: 'option' },
    ...usual('start_date', 'end_date', 'outlet_fk'),
    { field: 'status', kind: 'status', cell: promotionStatusChip, text: promotionStatus },
  ],
  filters: [
    oneOf('status', ['draft', 'active', 'inactive']),
    oneOf('reward_type', ['get_free', 'get_discount', 'get_amount']),
    { field: 'start_date', kind: 'date_range' },
  ],
  rowActions: statusActions('promotions', {
    activate: 'sales:activate',
    inactivate: 'sales:inactivate',
    turned: 'sales:promotion_turned',
  }),
  inactive: { field: 'status', value: 'inactive' },
  import: { permission: 'promotions/import', path: '/promotions/import' },
  sections: [
    { fields: ['title', 'title_ar', 'title_ckb', 'status', 'start_date', 'end_date', 'outlet_fk'] },
    { title: 'sales:sections.condition', fields: ['items', 'minimum_amount', 'currency_fk', 'applies'] },
    { title: 'sales:sections.reward', fields: ['reward_type', 'reward_items', 'reward_percentage', 'reward_amount'] },
  ],
});
