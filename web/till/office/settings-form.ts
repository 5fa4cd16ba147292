/** Settings of every till. A device applies them within a minute, or at once when its catalogue is refreshed. */
import { recordForm } from '../../shared/form/record-form.tsx';

export const Form = recordForm({
  resource: 'till_settings',
  title: 'people:pos_settings',
  singleton: true,
  sections: [
    {
      title: 'till:sections.limits',
      hint: 'till:sections.limits_hint',
      fields: ['discount_without_supervisor', 'refund_without_receipt', 'offline_hours'],
    },
    {
      title: 'till:sections.questions',
      hint: 'till:sections.questions_hint',
      fields: ['quantity_asked_above', 'recount_above'],
    },
    {
      title: 'till:sections.grid',
      hint: 'till:sections.grid_hint',
      fields: ['favourites', 'grid_categories', 'grid_pictures'],
    },
    { title: 'till:sections.payment', fields: ['quick_amounts', 'display_greeting', 'sound'] },
    { title: 'till:sections.scales', hint: 'till:sections.scales_hint', fields: ['scales'] },
  ],
});
