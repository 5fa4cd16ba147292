/** The sentences about what is unusual or not allowed in English: prices, days, rates, years. */
export const rulesEn = {
  net_price_below_minimum: 'Line {line}, {item}: a unit brings {net} after discounts; it must bring at least {value}',
  discount_above_maximum:
    'Line {line}, {item}: the discount may be {percent} % at most; a unit brings {net} and must bring at least {value}',
  price_not_editable:
    'Line {line}, {item}: the price cannot be changed; a unit brings {net} after discounts, its price is {value}',
  price_of_zero: 'Line {line}, {item}: it would be given away ({net} after discounts); you may not sell for nothing',
  new_price_of_zero: 'You may not set a price of 0',
  rounds_to_nothing:
    'In cash {amount} is rounded to 0, because cash is rounded to {value}: sell it on account, or more of it',
  too_many_receipts: 'Goods arrived in {value} parts already, which is the most: nothing more can be received',
  nothing_to_pay: 'The receipt comes to 0: there is nothing to pay',
  expired_when_bought: 'Line {line}, {item}: it expired on {value}, before it was bought',
  date_too_early: '{field} must not be before {value}',
  date_too_far_ahead: '{field} must not be after {value}',
  date_ahead: '{field} has not come yet: the last day is {value}. Ask somebody who may enter documents of later days',
  rate_changes_much: 'The rate {rate} differs by more than {percent} % from {value}, which is in force since {day}',
  rate_of_a_later_day: 'The rate is of {value}, which is after the day of the document',
  asset_not_bought_yet: 'The asset was bought on {value}',
  asset_depreciated_after: 'The asset was depreciated on {value}: take that back first',
  asset_is_gone: 'The asset was sold or disposed of on {value}',
  disposed_for_nothing: 'What is disposed of brings nothing in: leave {field} empty',
  delivered_to_one: 'Say one place where it is delivered',
  payable_account_expected: 'Choose an account below the liabilities',
  more_than_tax_payable: 'No more tax than {value} is payable until the end of the period',
  year_too_long: 'A financial year has {value} months at most',
  year_leaves_a_gap: 'A financial year follows the one before it: this one begins on {value}',
  first_year_cannot_be_deleted:
    'The first financial year is not deleted: opening balances belong to it. Change its days instead',
  year_in_use:
    'Something was entered for the financial year {from} to {to}, or it was closed: its days stay, and it is not deleted',
  year_is_followed: 'The financial year {from} to {to} would follow a gap: change or delete that one first',
  year_is_not_over: 'The year ends on {value}; you may not close it before',
  year_closed_early: 'The year ends on {value}: when it is closed now, nothing can be entered for the days until then',
  payroll_too_long: 'A payroll is of {value} days at most',
  payroll_of_the_future: 'A payroll does not go beyond this month',
  unknown_word: '{field}: there is no such value',
  amount_range_backwards: 'The end of the range must not be below its start',
} as const;
