-- The next numbers, formatted, in the order of the claims; a returned number is used before a new one.
create or replace function claim.write_numbers(p jsonb) returns jsonb language plpgsql as $$
declare
  v_numbers jsonb := '[]';
  v bigint;
  r record;
begin
  for r in
    select claim.series_in_year(c.series, c.day) as series, c.prefix, c.width
    from jsonb_to_recordset(p) c (i int, series text, day date, prefix text, width int) order by c.i
  loop
    delete from claim.freed f where f.series = r.series
      and f.value = (select min(m.value) from claim.freed m where m.series = r.series) returning f.value into v;
    if v is null then
      insert into claim.series as s (series, last) values (r.series, 1)
      on conflict (series) do update set last = s.last + 1 returning s.last into v;
    end if;
    v_numbers := v_numbers || to_jsonb(r.prefix || lpad(v::text, greatest(r.width, length(v::text)), '0'));
    v := null;
  end loop;
  return v_numbers;
end $$;
