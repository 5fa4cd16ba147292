/** Uploaded pictures, and the events that refer to them. */
import type { CurrentQuery } from './named-query.ts';

/** Pictures with a holder registered more than `seconds` ago whose events do refer to the picture. */
export const NAMED_PICTURES: CurrentQuery<[seconds: number], { readonly attachment: string; readonly stream: string }> =
  {
    name: 'pictures that events name',
    staleness: 'position of the decision',
    sql: `select h.attachment, h.stream from attachment.holder h
       where not h.is_confirmed and h.asked_at < now() - make_interval(secs => $1) and exists (
         select from read.event e
         where e.kind = split_part(h.stream, '-', 1) and e.entity_id = split_part(h.stream, '-', 2)::int
           and strpos(e.data::text, h.attachment) > 0)`,
  };
