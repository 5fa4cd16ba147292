/** The sentences of signing in, in English. */
export const signInEn = {
  must_change_password: 'Choose a password of your own first',
  code_is_wrong: 'The code is wrong, or it was used before',
  sign_in_ticket_over: 'This sign-in took too long or is complete already. Sign in again.',
  must_set_up_second_factor: 'Set up two-step verification first',
  second_factor_not_begun: 'The set-up was not completed within 15 minutes. Begin again.',
  second_factor_unreadable:
    'Codes of the app cannot be checked on this computer. Use a recovery code, or ask for a reset of your two-step verification.',
  second_factor_required: 'Two-step verification is required of you',
  second_factor_not_set_up: 'Two-step verification is not set up',
  own_second_factor_needs_a_code: 'Remove your own two-step verification on your profile page, with a code',
  dry_run_not_possible: 'This cannot be tried without doing it',
  one_time_password_expired: 'This one-time password has expired. Ask whoever gave it to you for a new one.',
  reauthentication_required: 'Confirm with your password that it is you',
  too_many_sign_ins: 'Too many wrong attempts, wait a while',
};
