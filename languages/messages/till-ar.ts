/** The sentences about what a till has sent, in Arabic. */
import type { tillEn } from './till-en.ts';

export const tillAr: Readonly<Record<keyof typeof tillEn, string>> = {
  not_of_this_device: 'أدخل هذا على جهاز آخر',
  changed_entry: 'غير هذا بعد إدخاله',
  drawer_not_opened: 'لم يصل فتح هذا الدرج من نقطة البيع بعد',
  drawer_not_counted: 'أغلق الدرج في نقطة البيع قبل وصول عده: عده وأغلقه هنا',
  expected_differs: 'توقعت نقطة البيع {printed} وفي الدفاتر {value}',
  total_differs: 'طبعت نقطة البيع المجموع {printed} ومجموع الأسطر {value}',
  line_differs: 'طبعت نقطة البيع {printed} لهذا السطر وقيمته {value}',
  kept_too_much: 'أخذت نقطة البيع {paid} لإيصال قيمته {value}',
  kept_too_little: 'أخذت نقطة البيع {paid} فقط لإيصال قيمته {value}',
  refund_too_much: 'المبلغ المعاد أكثر من {value} وهي قيمة ما يرجع',
  refund_too_little: 'المبلغ المعاد أقل من {value} وهي قيمة ما يرجع',
  refund_above_kept: 'مع المبالغ المعادة سابقاً يتجاوز المعاد ما احتُفظ به: {value} على الأكثر',
  gift_stays: '{count} {item} كان مجانياً ويبقى لدى الزبون مع أن ما استحقه يُعاد. أعده أيضاً، أو اتركه له؟',
  cashier_inactive: 'أوقف أمين الصندوق أو حذف قبل وصول هذا',
  approver_inactive: 'من سمح بهذا لم يعد أمين صندوق في هذا الفرع',
  chain_broken: 'ما أدخلته نقطة البيع قبل هذا ليس ما وصل',
  sequence_taken: 'أدخلت نقطة البيع شيئاً آخر بهذا الرقم من قبل',
  number_differs: 'الرقم على الورقة {said} وينبغي أن يكون {code}',
  clock_differs: 'طبعت نقطة البيع {said} وكانت ساعتها {clock}',
  receipt_unknown: 'إيصال هذا الإرجاع غير معروف',
  discount_above_limit: 'ما زاد من الخصم على {percent}٪ يسمح به المشرف',
  held_is_gone: 'دفع الإيصال المعلق أو ألغي في مكان آخر قبل وصول هذا',
  refunded_before: 'أعيد هذا الإيصال كله من قبل',
  approval_without_pin:
    'سُمح به باسم شخص لم يُدخَل رمزه على نقطة البيع هذه خلال [ساعة واحدة|ساعتين|{hours} ساعات|{hours} ساعة|{hours} ساعة]',
  offline_too_long:
    'أدخل دون شبكة بعد أكثر من [ساعة واحدة|ساعتين|{hours} ساعات|{hours} ساعة|{hours} ساعة] من آخر دخول لهذا الشخص مع الشبكة',
  parked_sale_taken: 'استأنف شخص آخر هذا البيع عند نقطة بيع أخرى من قبل',
};
