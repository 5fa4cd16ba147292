/** Settings of the mobile application: features, shop data, and the order of its sections. */
import { recordForm } from '../shared/form/record-form.tsx';

export const Form = recordForm({
  resource: 'app_settings',
  title: 'mobile:app_settings',
  singleton: true,
  sections: [
    { fields: ['app_name', 'app_name_ar', 'app_name_ckb', 'phone', 'email'] },
    {
      title: 'mobile:parts.orders',
      fields: [
        'takes_orders',
        'outlet_fk',
        'inventory_fk',
        'account_fk',
        'customer_fk',
        'accepted_time_minutes',
        'opens_at',
        'closes_at',
        'minimum_order_amount',
        'delivery_charge',
        'free_delivery_amount',
      ],
    },
    { title: 'mobile:parts.arrangement', fields: ['section_arrangement'] },
    { title: 'mobile:parts.texts', fields: ['about', 'terms'] },
  ],
});
