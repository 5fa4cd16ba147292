/** The sentences about what is unusual or not allowed in English: prices, days, rates, years. */
import { shopEn } from './shop-en.ts';

export const rulesEn = {
  ...shopEn,
  net_price_below_minimum: 'Line {line}, {item}: a unit brings {net} after discounts; it must bring at least {value}',
  discount_above_maximum:
    'Line {line}, {item}: the discount may be {percent} % at most; a unit brings {net} and must bring at least {value}',
  price_not_editable:
    'Line {line}, {item}: the price cannot be changed; a unit brings {net} after discounts, its price is {value}',
  price_of_zero: 'Line {line}, {item}: it would be given away ({net} after discounts); you may not sell for nothing',
  too_many_decimals: '{field}: at most {value} decimals are possible; the limit is in the system settings',
  new_price_of_zero: 'You may not set a price of 0',
  rounds_to_nothing:
    'In cash {amount} is rounded to 0, because cash is rounded to {value}: sell it on account, or more of it',
  unknown_cost: 'The purchase has no later cost with this number',
  cost_waits_for_goods: 'A later cost waits for goods, and nothing came: take the cost back first',
  costs_changed_too_often: 'The costs of one arrival changed {value} times already, which is the most',
  cost_entered_already: 'This purchase has a cost of the same type, amount and supplier already: enter it once more?',
  too_many_receipts:
    'Goods arrived in [{value} part|{value} parts] already, which is the most: nothing more can be received',
  nothing_to_pay: 'The receipt comes to 0: there is nothing to pay',
  no_batches_of_item: 'Line {line}, {item}: this item has no batches',
  batch_number_required: 'Line {line}, {item}: enter the batch number',
  expire_date_required: 'Line {line}, {item}: enter the expiry date',
  batches_required: 'Line {line}, {item}: say which batches were counted',
  batches_do_not_add_up: 'Line {line}, {item}: the batches add up to {value}, the line to {needed}',
  batch_named_twice: 'Line {line}, {item}: a batch is named twice',
  batch_not_of_document: 'Line {line}, {item}: batch {batch} is not in the document that is returned',
  more_than_left_of_batch: 'Line {line}, {item}: at most {value} of batch {batch} can still be returned',
  more_than_left_without_batch: 'Line {line}, {item}: at most {value} without a batch can still be returned',
  batch_expired: 'Line {line}, {item}: batch {batch} expired on {value}',
  goods_expired: 'Line {line}, {item}: these goods expired on {value}',
  not_enough_unnamed: 'Line {line}, {item}: not that many are on hand without a batch',
  not_enough_of_batch: 'Not enough of batch {batch} of {item} in {inventory}: {available} on {day}',
  batches_were_kept: 'An item that is kept by batches stays so',
  promotion_without_reward:
    'The promotion “{title}” gives nothing here: enter its goods or its discount, or take it off',
  has_pay_for_these_days: '{name} has pay for {from} to {to} already: {document}',
  expired_when_bought: 'Line {line}, {item}: it expired on {value}, before it was bought',
  date_too_early: '{field} must not be before {value}',
  date_too_far_ahead: '{field} must not be after {value}',
  date_ahead: '{field} has not come yet: the last day is {value}. Ask somebody who may enter documents of later days',
  rate_changes_much: 'The rate {rate} differs by more than {percent} % from {value}, which is in force since {day}',
  rate_of_a_later_day: 'The rate is of {value}, which is after the day of the document',
  closed_period_stays:
    'The financial year of {day} is closed, so what was posted in it stays: reopen that year, or enter a document in an open year that corrects it',
  no_rate_of_its_price:
    'Line {line}, {item}: its price is in another currency, and no exchange rate is in force on {value}: enter a rate first',
  rate_in_use: 'Documents use this rate: enter a new rate of the same day, and correct them with a recalculation',
  account_keeps_outlet:
    'Something was entered for this account, so it stays in its outlet; no outlet means all outlets',
  priced_since: 'Line {line}, {item}: {document} set its price later and is active: deactivate that first',
  asset_not_bought_yet: 'The asset was bought on {value}',
  asset_depreciated_after: 'The asset was depreciated on {value}: take that back first',
  asset_is_gone: 'The asset was sold or disposed of on {value}',
  disposed_for_nothing: 'What is disposed of brings nothing in: leave {field} empty',
  delivered_to_one: 'Say one place where it is delivered',
  payable_account_expected: 'Choose an account below the liabilities',
  more_than_tax_payable: 'No more tax than {value} is payable until the end of the period',
  year_too_long: 'A financial year has [{value} month|{value} months] at most',
  year_leaves_a_gap: 'A financial year follows the one before it: this one begins on {value}',
  first_year_cannot_be_deleted:
    'The first financial year is not deleted: opening balances belong to it. Change its days instead',
  year_in_use:
    'Something was entered for the financial year {from} to {to}, or it was closed: its days stay, and it is not deleted',
  year_is_followed: 'The financial year {from} to {to} would follow a gap: change or delete that one first',
  year_is_not_over: 'The year ends on {value}; you may not close it before',
  year_closed_early: 'The year ends on {value}: when it is closed now, nothing can be entered for the days until then',
  payroll_too_long: 'A payroll is of [{value} day|{value} days] at most',
  payroll_of_the_future: 'A payroll does not go beyond this month',
  more_than_is_owed: '{party} owes only {available}',
  more_than_is_owed_unseen: '{party} owes less',
  inactive_record: '{field}: this record is inactive',
  unknown_word: '{field}: there is no such value',
  amount_range_backwards: 'The end of the range must not be below its start',
  counted_later_than_now: '{field} cannot be later than now',
  nothing_was_counted: 'Nothing has been counted yet',
  unknown_entry: 'There is no such entry in this counting round',
  entry_of_another_person: 'Only the one who counted may take this back',
  item_has_no_batches: 'This item is not kept by batches',
  not_of_the_round: 'This item is not among those of the round',
  saved_in_another_currency:
    'The system currency was changed since this was saved: correct its amounts and exchange rates, and save it again',
  claimed_by_scales:
    'The label of a scale looks like {code}: use another code, or change the formats of the scales in the settings of the tills',
  scales_claim_codes:
    '[{count} code of the goods is|{count} codes of the goods are] read as a label of a scale by this format: {names}. A scanned code of goods is still sold as these goods',
  name_of_another_record: 'There is already an item with this name: {name} ({code})',
  no_value_to_share_by: 'These goods have no value: share the cost by quantity or by hand',
  number_of_its_outlet: 'Number {number} belongs to its outlet: enter the document anew for the other one',
  number_of_its_year: 'Number {number} belongs to its financial year: enter the document anew for the other one',
  not_a_time_zone: 'There is no time zone of this name',
} as const;
