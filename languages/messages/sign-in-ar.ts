/** The sentences of signing in, in Arabic. */
export const signInAr = {
  must_change_password: 'اختر كلمة مرور خاصة بك أولاً',
  code_is_wrong: 'الرمز غير صحيح أو استُعمل من قبل',
  sign_in_ticket_over: 'انتهت مهلة تسجيل الدخول هذا أو اكتمل من قبل. سجّل الدخول من جديد.',
  must_set_up_second_factor: 'فعّل التحقق بخطوتين أولاً',
  second_factor_not_begun: 'لم يكتمل الإعداد خلال 15 دقيقة. ابدأ من جديد.',
  second_factor_unreadable:
    'لا يمكن التحقق من رموز التطبيق على هذا الحاسوب. استعمل رمز استرداد، أو اطلب إعادة تعيين التحقق بخطوتين.',
  second_factor_required: 'التحقق بخطوتين مطلوب منك',
  second_factor_not_set_up: 'التحقق بخطوتين غير مفعّل',
  own_second_factor_needs_a_code: 'أزل التحقق بخطوتين الخاص بك في صفحة «الملف الشخصي» مع إدخال رمز',
  dry_run_not_possible: 'لا يمكن تجربة هذا دون تنفيذه',
  one_time_password_expired: 'انتهت صلاحية كلمة المرور هذه التي تُستعمل مرة واحدة. اطلب كلمة جديدة ممن أعطاك إياها.',
  reauthentication_required: 'أكّد هويتك بكلمة المرور',
  too_many_sign_ins: 'محاولات خاطئة كثيرة، انتظر قليلاً',
};
