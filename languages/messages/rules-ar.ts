/** The sentences about what is unusual or not allowed in Arabic: prices, days, rates, years. */
import type { rulesEn } from './rules-en.ts';

export const rulesAr: Readonly<Record<keyof typeof rulesEn, string>> = {
  net_price_below_minimum: 'السطر {line}، {item}: تجلب الوحدة {net} بعد الخصومات، ويجب ألا تقل عن {value}',
  discount_above_maximum:
    'السطر {line}، {item}: الخصم المسموح {percent} % على الأكثر؛ تجلب الوحدة {net} ويجب ألا تقل عن {value}',
  price_not_editable: 'السطر {line}، {item}: لا يمكن تغيير السعر؛ تجلب الوحدة {net} بعد الخصومات وسعرها {value}',
  price_of_zero: 'السطر {line}، {item}: سيُعطى بلا مقابل ({net} بعد الخصومات)؛ لا يحق لك البيع بلا ثمن',
  new_price_of_zero: 'لا يحق لك تحديد السعر 0',
  rounds_to_nothing: 'يُقرَّب المبلغ {amount} نقداً إلى 0 لأن النقد يُقرَّب إلى {value}: بعه بالآجل أو بع كمية أكبر',
  too_many_receipts: 'وصلت البضاعة على {value} دفعات وهو الحد الأقصى: لا يمكن استلام المزيد',
  nothing_to_pay: 'مبلغ الإيصال 0: لا يوجد ما يُدفع',
  expired_when_bought: 'السطر {line}، {item}: انتهت صلاحيته في {value} قبل شرائه',
  date_too_early: 'يجب ألا يكون {field} قبل {value}',
  date_too_far_ahead: 'يجب ألا يكون {field} بعد {value}',
  date_ahead: 'لم يحن {field} بعد: آخر يوم هو {value}. اطلب ممن يحق له إدخال مستندات بتواريخ لاحقة',
  rate_changes_much: 'يختلف السعر {rate} بأكثر من {percent} % عن {value} الساري منذ {day}',
  rate_of_a_later_day: 'سعر الصرف بتاريخ {value}، أي بعد يوم المستند',
  year_too_long: 'السنة المالية {value} شهراً على الأكثر',
  year_leaves_a_gap: 'تتبع السنة المالية التي قبلها: تبدأ هذه في {value}',
  year_is_not_over: 'تنتهي السنة في {value}؛ لا يحق لك إغلاقها قبل ذلك',
  year_closed_early: 'تنتهي السنة في {value}: إذا أُغلقت الآن فلا يمكن إدخال شيء للأيام حتى ذلك التاريخ',
  payroll_too_long: 'كشف الرواتب لمدة {value} يوماً على الأكثر',
  payroll_of_the_future: 'لا يتجاوز كشف الرواتب هذا الشهر',
  unknown_word: '{field}: لا توجد قيمة كهذه',
  amount_range_backwards: 'يجب ألا تقل نهاية النطاق عن بدايته',
};
