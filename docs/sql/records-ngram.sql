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
  order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc
  limit $9
  offset $10
) as "page";

select "kayit"."id" as "kayit_id", "musteri_adi_soyadi", "musteri_tel", "sasi_no", "plaka",
  "arac_marka", "arac_model", "islem_sayisi", "toplam_kurus", "giris_tarihi", "cikis_tarihi",
  "kayit_tarihi", "durum", "version", "paid_kurus"
from "kayit"
where "shop_id" = $1
  and "id" = any($2)
order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc;
