select count(*) as "count"
from (
  select "id"
  from (
    select "kayit".*
    from "kayit"
    where "kayit"."shop_id" = $1
      and "deleted_at" is null
      and "stage" = 'visit'
    order by "kayit"."id" desc
    limit 200
    offset 0
  ) as "kayit"
  where ((strpos("kayit"."search_name", $2) > 0) or strpos("kayit"."search_vehicle", $3) > 0)
) as "found";

select "accounts_start" as "start", "reminder_text" as "reminder"
from "shops"
where "id" = $1;

with "hits" as (
  select "kayit"."id", "durum", "toplam_kurus", "status_sort_key", "cikis_tarihi"
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
  limit $8
)
select "durum", count(*) as "count", 0 as "id", sum("toplam_kurus") as "toplam_kurus"
from "hits"
group by "durum"
union all
select '' as "durum", 0 as "count", "id", 0 as "toplam_kurus"
from (
  select "kayit"."id"
  from "hits" as "kayit"
  where "status_sort_key" = $9
  order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc
  limit $10
  offset $11
) as "page";

select "durum", sum("count") as "count", sum("toplam_kurus") as "toplam_kurus"
from "status_totals"
where "shop_id" = $1
  and "count" > 0
group by "durum";

select "durum", count(*) as "count", sum("toplam_kurus") as "toplam_kurus"
from (
  select "durum", "toplam_kurus"
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
    and "status_sort_key" = $6
    and ((strpos("kayit"."search_name", $7) > 0) or strpos("kayit"."search_vehicle", $8) > 0)
  limit $9
) as "found"
group by "durum";

select "kayit"."id" as "kayit_id", "musteri_adi_soyadi", "musteri_tel", "sasi_no", "plaka",
  "arac_marka", "arac_model", "islem_sayisi", "toplam_kurus", "giris_tarihi", "cikis_tarihi",
  "kayit_tarihi", "durum", "version", "paid_kurus"
from (
  select "kayit"."id"
  from (
    select "kayit".*
    from "kayit"
    where "kayit"."shop_id" = $1
      and "deleted_at" is null
      and "stage" = 'visit'
      and "status_sort_key" = $2
    order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc
    offset 0
  ) as "kayit"
  where ((strpos("kayit"."search_name", $3) > 0) or strpos("kayit"."search_vehicle", $4) > 0)
  order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc
  limit 20
) as "page"
inner join "kayit" on "kayit"."id" = "page"."id"
  and "kayit"."shop_id" = $5
order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc;
