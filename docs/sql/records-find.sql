select "kayit"."id", "plaka" as "plate", "sasi_no" as "vin", "musteri_adi_soyadi" as "customer",
  "musteri_tel" as "phone", "day", "durum", "stage", "appointment_day"
from (
  select "kayit".*
  from "kayit"
  where "kayit"."shop_id" = $1
    and "deleted_at" is null
    and "stage" = 'visit'
  order by "day" desc, "kayit"."id" desc
  limit 1000
  offset 0
) as "kayit"
where ((strpos("kayit"."search_name", $2) > 0) or strpos("kayit"."search_vehicle", $3) > 0)
order by "day" desc, "kayit"."id" desc
limit 5;

select "kayit"."id", "plaka" as "plate", "sasi_no" as "vin", "musteri_adi_soyadi" as "customer",
  "musteri_tel" as "phone", "day", "durum", "stage", "appointment_day"
from "kayit"
where "kayit"."shop_id" = $1
  and "deleted_at" is null
  and "stage" <> 'visit'
  and "added_at" is null
  and ((strpos("kayit"."search_name", $2) > 0) or strpos("kayit"."search_vehicle", $3) > 0)
order by "day" desc, "kayit"."id" desc
limit 5;

select "kayit"."id", "plaka" as "plate", "sasi_no" as "vin", "musteri_adi_soyadi" as "customer",
  "musteri_tel" as "phone", "day", "durum", "stage", "appointment_day"
from (
  select "kayit".*
  from "kayit"
  where ((may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($1, 'name', $2)))
      or may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($3, 'car', $4)))
  offset 0
) as "kayit"
where "kayit"."shop_id" = $5
  and "deleted_at" is null
  and "stage" = 'visit'
  and ((strpos("kayit"."search_name", $6) > 0) or strpos("kayit"."search_vehicle", $7) > 0)
order by "day" desc, "kayit"."id" desc
limit $8;

select "kayit"."id", "plaka" as "plate", "sasi_no" as "vin", "musteri_adi_soyadi" as "customer",
  "musteri_tel" as "phone", "day", "durum", "stage", "appointment_day"
from (
  select "kayit".*
  from "kayit"
  where "kayit"."shop_id" = $1
    and "deleted_at" is null
    and "stage" = 'visit'
  order by "day" desc, "kayit"."id" desc
  limit 1000
  offset 0
) as "kayit"
where ((strpos("kayit"."search_plain", $2) > 0))
order by "day" desc, "kayit"."id" desc
limit 5;

select "kayit"."id", "plaka" as "plate", "sasi_no" as "vin", "musteri_adi_soyadi" as "customer",
  "musteri_tel" as "phone", "day", "durum", "stage", "appointment_day"
from "kayit"
where "kayit"."shop_id" = $1
  and "deleted_at" is null
  and "stage" <> 'visit'
  and "added_at" is null
  and ((strpos("kayit"."search_plain", $2) > 0))
order by "day" desc, "kayit"."id" desc
limit 5;

select "kayit"."id", "plaka" as "plate", "sasi_no" as "vin", "musteri_adi_soyadi" as "customer",
  "musteri_tel" as "phone", "day", "durum", "stage", "appointment_day"
from (
  select "kayit".*
  from "kayit"
  where ((may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($1, 'name', $2))))
  offset 0
) as "kayit"
where "kayit"."shop_id" = $3
  and "deleted_at" is null
  and "stage" = 'visit'
  and ((strpos("kayit"."search_plain", $4) > 0))
order by "day" desc, "kayit"."id" desc
limit $5;
