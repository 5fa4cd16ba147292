/** The sentences about what a till has sent, in English. */
export const tillEn = {
  not_of_this_device: 'This was entered on another device',
  changed_entry: 'This was changed after it was entered',
  drawer_not_opened: 'The opening of this drawer has not arrived from the till yet',
  drawer_not_counted: 'The drawer was closed on the till before its count arrived: count it and close it here',
  expected_differs: 'The till expected {printed}, the books {value}',
  total_differs: 'The till printed {printed} as the total, the lines come to {value}',
  line_differs: 'The till printed {printed} for this line, it comes to {value}',
  kept_too_much: 'The till took {paid} for a receipt of {value}',
  kept_too_little: 'The till took only {paid} for a receipt of {value}',
  refund_too_much: 'More is given back than {value}, which is what comes back',
  refund_too_little: 'Less is given back than {value}, which is what comes back',
  refund_above_kept: 'Together with earlier refunds more would be given back than was kept: at most {value}',
  gift_stays:
    '{count} {item} was free and stays with the customer, although what earned it comes back. Return it too, or let it stay?',
  cashier_inactive: 'The cashier was blocked or deleted before this arrived',
  approver_inactive: 'Whoever allowed this is no cashier of the outlet any more',
  chain_broken: 'What the till entered before this is not what arrived',
  sequence_taken: 'The till had entered something else under this number before',
  number_differs: 'The number on the paper is {said} and should be {code}',
  clock_differs: 'The till printed {said} when its clock said {clock}',
  receipt_unknown: 'The receipt of this refund is not known',
  discount_above_limit: 'Above {percent}% a supervisor allows the discount',
  held_is_gone: 'The held receipt was paid or discarded at another place before this arrived',
  refunded_before: 'All of this receipt was refunded before',
  approval_without_pin:
    'Allowed in the name of somebody whose PIN was not typed at this till within [{hours} hour|{hours} hours]',
  offline_too_long:
    'Entered without a network, more than [{hours} hour|{hours} hours] after this person last signed in with one',
  parked_sale_taken: 'Somebody at another till has taken this sale up already',
};
