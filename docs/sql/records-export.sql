select "kayit"."id", "islem_sayisi"
from (
  select "kayit".*
  from "kayit"
  where ((may_contain(search_grams(kayit.user_id, ara_yalin, ara_arac, ara_tel), search_keys($1, 'name', $2)))
      or may_contain(search_grams(kayit.user_id, ara_yalin, ara_arac, ara_tel), search_keys($3, 'car', $4)))
  offset $5
) as "kayit"
where "kayit"."user_id" = $6
  and "deleted_at" is null
  and ((strpos("kayit"."ara_ad", $7) > 0) or strpos("kayit"."ara_arac", $8) > 0)
order by "kayit"."plaka_sira" asc, "kayit"."id" asc;
