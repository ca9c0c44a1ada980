select "accounts_start" as "start", "reminder_text" as "reminder"
from "shops"
where "id" = $1;

with "hits" as (
  select "kayit"."id", "durum", "toplam_kurus", "status_sort_key", "cikis_tarihi"
  from (
    select "kayit".*
    from "kayit"
    where ((may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($1, 'name', $2))
        and may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($3, 'name', $4)))
        or may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($5, 'car', $6)))
    offset 0
  ) as "kayit"
  where "kayit"."shop_id" = $7
    and "deleted_at" is null
    and "stage" = 'visit'
    and ((strpos("kayit"."search_name", $8) > 0 and strpos("kayit"."search_name", $9) > 0)
      or strpos("kayit"."search_vehicle", $10) > 0)
  limit $11
)
select "durum", count(*) as "count", 0 as "id", sum("toplam_kurus") as "toplam_kurus"
from "hits"
group by "durum"
union all
select '' as "durum", 0 as "count", "id", 0 as "toplam_kurus"
from (
  select "kayit"."id"
  from "hits" as "kayit"
  order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc
  limit $12
  offset $13
) as "page";

select "kayit"."id" as "kayit_id", "musteri_adi_soyadi", "musteri_tel", "sasi_no", "plaka",
  "arac_marka", "arac_model", "islem_sayisi", "toplam_kurus", "giris_tarihi", "cikis_tarihi",
  "kayit_tarihi", "durum", "version", "paid_kurus"
from "kayit"
where "shop_id" = $1
  and "id" = any($2)
order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc;

with "hits" as (
  select "kayit"."id", "durum", "toplam_kurus", "status_sort_key", "cikis_tarihi"
  from (
    select "kayit".*
    from "kayit"
    where (((may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($1, 'name', $2))
        or may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($3, 'car', $4)))
        and (may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($5, 'name', $6))
        or may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($7, 'car', $8)))))
    offset 0
  ) as "kayit"
  where "kayit"."shop_id" = $9
    and "deleted_at" is null
    and "stage" = 'visit'
    and (((strpos("kayit"."search_name", $10) > 0 or strpos("kayit"."search_vehicle", $11) > 0)
      and (strpos("kayit"."search_name", $12) > 0 or strpos("kayit"."search_vehicle", $13) > 0)))
  limit $14
)
select "durum", count(*) as "count", 0 as "id", sum("toplam_kurus") as "toplam_kurus"
from "hits"
group by "durum"
union all
select '' as "durum", 0 as "count", "id", 0 as "toplam_kurus"
from (
  select "kayit"."id"
  from "hits" as "kayit"
  order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc
  limit $15
  offset $16
) as "page";

with "hits" as (
  select "kayit"."id", "durum", "toplam_kurus", "status_sort_key", "cikis_tarihi"
  from (
    select "kayit".*
    from "kayit"
    where (((may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($1, 'name', $2))
        or may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($3, 'car', $4))
        or may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($5, 'car', $6)))
        and (may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($7, 'name', $8))
        or may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($9, 'car', $10))
        or may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($11, 'car', $12)))))
    offset 0
  ) as "kayit"
  where "kayit"."shop_id" = $13
    and "deleted_at" is null
    and "stage" = 'visit'
    and (((strpos("kayit"."search_plain", $14) > 0 or strpos("kayit"."search_vehicle", $15) > 0
      or strpos("kayit"."search_vehicle", $16) > 0) and (strpos("kayit"."search_plain", $17) > 0
      or strpos("kayit"."search_vehicle", $18) > 0 or strpos("kayit"."search_vehicle", $19) > 0)))
  limit $20
)
select "durum", count(*) as "count", 0 as "id", sum("toplam_kurus") as "toplam_kurus"
from "hits"
group by "durum"
union all
select '' as "durum", 0 as "count", "id", 0 as "toplam_kurus"
from (
  select "kayit"."id"
  from "hits" as "kayit"
  order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc
  limit $21
  offset $22
) as "page";
