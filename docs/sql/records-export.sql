select "kayit"."id", "islem_sayisi"
from (
  select "kayit".*
  from "kayit"
  where ((may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($1, 'name', $2)))
      or may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($3, 'car', $4)))
  offset $5
) as "kayit"
where "kayit"."shop_id" = $6
  and "deleted_at" is null
  and "stage" = 'visit'
  and ((strpos("kayit"."search_name", $7) > 0) or strpos("kayit"."search_vehicle", $8) > 0)
order by "kayit"."plate_sort_key" asc, "kayit"."id" asc;
