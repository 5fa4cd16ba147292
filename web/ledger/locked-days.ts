/** The locked days: a list of locks that every document obeys from the moment that it is saved. */
import { recordForm } from '../shared/form/record-form.tsx';

export const Form = recordForm({
  resource: 'period_locks',
  title: 'closing:locked_days',
  singleton: true,
  sections: [
    { title: 'closing:locked_days', hint: 'closing:locked_days_hint', fields: ['locks'] },
    { fields: ['lock_reason'] },
  ],
});
