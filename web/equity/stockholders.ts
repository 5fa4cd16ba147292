/** Stockholders: the owners of the business, and their shares of dividends. */
import { recordScreens } from '../shared/record/record-screens.ts';
import { usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens('stockholders', {
  words: { many: 'equity:stockholders', one: 'equity:stockholder', empty: 'equity:stockholders_empty' },
  columns: [...usual('mobile'), { field: 'share_percentage', kind: 'percent' }],
  sections: [
    { fields: ['stockholder_name', 'mobile', 'share_percentage', 'note'] },
    { title: 'equity:earlier_shares', hint: 'equity:earlier_shares_hint', fields: ['earlier_shares'] },
  ],
});
