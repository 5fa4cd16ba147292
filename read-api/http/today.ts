/** Local time of the shop: the time zone of the process. */
export function localTime(moment: Date): { readonly today: string; readonly now: string } {
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    today: [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-'),
    now: [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':'),
  };
}
