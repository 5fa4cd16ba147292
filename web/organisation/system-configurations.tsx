/** Settings of accounting, document numbers, sign-in and modules. */
import { recordForm } from '../shared/form/record-form.tsx';
import { notifyProblem } from '../shared/notify/notify.ts';
import { loadMe } from '../shared/session/session.ts';
import { FirstOpenDay } from './first-open-day.tsx';
import { SameNamesHint } from './same-names-hint.tsx';

function Aside() {
  return (
    <>
      <FirstOpenDay />
      <SameNamesHint />
    </>
  );
}

export const Form = recordForm({
  resource: 'system_settings',
  title: 'organisation:system_configurations',
  singleton: true,
  aside: Aside,
  // The menu and amounts of every screen depend on the settings.
  changed: () => void loadMe().catch(notifyProblem),
  sections: [
    { fields: ['business_name', 'currency_fk', 'time_zone', 'default_customer_fk'] },
    {
      title: 'organisation:sections.books',
      fields: [
        'accounting',
        'average_scope',
        'revaluation_rates',
        'free_goods_cost',
        'drawer_shortage_account',
        'rate_change_percent',
        'allow_negative_stock',
        'sell_expired',
        'unique_item_names',
        'counter_may_approve',
        'journal_needs_note',
      ],
    },
    { title: 'organisation:sections.four_eyes', fields: ['four_eyes'] },
    {
      title: 'organisation:sections.figures',
      fields: ['cash_rounding_step', 'quantity_decimals', 'rate_decimals'],
    },
    {
      title: 'organisation:sections.sign_in',
      fields: ['cashier_login_option', 'pin_length_min', 'password_length_min', 'requires_second_factor'],
    },
    { title: 'organisation:sections.numbers', fields: ['document_numbers'] },
    { title: 'organisation:sections.posting_accounts', fields: ['posting_accounts'] },
    {
      title: 'organisation:sections.features',
      fields: ['has_online_orders', 'has_pos', 'has_promotions', 'has_production', 'has_capital', 'has_fullscreen'],
    },
  ],
});
