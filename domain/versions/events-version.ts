/**
 * The number of what can be in the log: raised with every type of event that is new, with every step that is added to
 * UPCASTS, and when a new field of an event changes what it posts or claims. A program refuses a log of a higher number than
 * its own, because it would leave out or misread a part of it.
 *
 * The types that came with each number are listed in test/upgrades/event-types.json: 1 is commit dbd0ce1; 2 brought
 * `event.set_aside` and `recalculation.commit_started`; 3 the outlets of allocations, what they round, the rounded discount,
 * payment reminders, what tills send, `asset_sale`, `tax_payment` and where remittances are delivered; 4 delivery zones and
 * drivers of orders.
 */
export const EVENTS_VERSION = 4;
