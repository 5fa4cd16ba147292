/** The shop's name, address, and receipt texts. */
import { recordForm } from '../shared/form/record-form.tsx';

export const Form = recordForm({
  resource: 'system_profiles',
  title: 'organisation:system_profile',
  singleton: true,
  sections: [
    { fields: ['shop_name', 'shop_name_ar', 'shop_name_ckb', 'logo'] },
    { title: 'parties:sections.contact', fields: ['phones', 'email', 'city_fk', 'address', 'tax_number'] },
    { title: 'organisation:sections.receipt', fields: ['receipt_header', 'receipt_footer'] },
  ],
});
