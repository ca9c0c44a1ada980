select "kayit"."id", "plaka" as "plate", "sasi_no" as "vin", "musteri_adi_soyadi" as "customer",
  "musteri_tel" as "phone", "gun" as "day", "durum"
from (
  select "kayit".*
  from "kayit"
  where "kayit"."user_id" = $1
    and "deleted_at" is null
  order by "gun" desc, "kayit"."id" desc
  limit 1000
  offset 0
) as "kayit"
where ((strpos("kayit"."ara_ad", $2) > 0) or strpos("kayit"."ara_arac", $3) > 0)
order by "gun" desc, "kayit"."id" desc
limit 5;

select "kayit"."id", "plaka" as "plate", "sasi_no" as "vin", "musteri_adi_soyadi" as "customer",
  "musteri_tel" as "phone", "gun" as "day", "durum"
from (
  select "kayit".*
  from "kayit"
  where ((may_contain(search_grams(kayit.user_id, ara_yalin, ara_arac, ara_tel), search_keys($1, 'name', $2)))
      or may_contain(search_grams(kayit.user_id, ara_yalin, ara_arac, ara_tel), search_keys($3, 'car', $4)))
  offset 0
) as "kayit"
where "kayit"."user_id" = $5
  and "deleted_at" is null
  and ((strpos("kayit"."ara_ad", $6) > 0) or strpos("kayit"."ara_arac", $7) > 0)
order by "gun" desc, "kayit"."id" desc
limit $8;

select "kayit"."id", "plaka" as "plate", "sasi_no" as "vin", "musteri_adi_soyadi" as "customer",
  "musteri_tel" as "phone", "gun" as "day", "durum"
from (
  select "kayit".*
  from "kayit"
  where "kayit"."user_id" = $1
    and "deleted_at" is null
  order by "gun" desc, "kayit"."id" desc
  limit 1000
  offset 0
) as "kayit"
where ((strpos("kayit"."ara_yalin", $2) > 0))
order by "gun" desc, "kayit"."id" desc
limit 5;

select "kayit"."id", "plaka" as "plate", "sasi_no" as "vin", "musteri_adi_soyadi" as "customer",
  "musteri_tel" as "phone", "gun" as "day", "durum"
from (
  select "kayit".*
  from "kayit"
  where ((may_contain(search_grams(kayit.user_id, ara_yalin, ara_arac, ara_tel), search_keys($1, 'name', $2))))
  offset 0
) as "kayit"
where "kayit"."user_id" = $3
  and "deleted_at" is null
  and ((strpos("kayit"."ara_yalin", $4) > 0))
order by "gun" desc, "kayit"."id" desc
limit $5;
