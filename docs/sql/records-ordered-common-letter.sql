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

select "durum", count(*) as "count", sum("toplam_kurus") as "toplam_kurus"
from (
  select "durum", "toplam_kurus"
  from (
    select "kayit".*
    from "kayit"
    where "kayit"."shop_id" = $1
      and "deleted_at" is null
      and "stage" = 'visit'
    order by "kayit"."id" desc
    offset 0
  ) as "kayit"
  where ((strpos("kayit"."search_name", $2) > 0) or strpos("kayit"."search_vehicle", $3) > 0)
  limit 1001
) as "found"
group by "durum";

select "durum", sum("count") as "count", sum("toplam_kurus") as "toplam_kurus"
from "status_totals"
where "shop_id" = $1
  and "count" > 0
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
    order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc
    offset 0
  ) as "kayit"
  where ((strpos("kayit"."search_name", $2) > 0) or strpos("kayit"."search_vehicle", $3) > 0)
  order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc
  limit 20
) as "page"
inner join "kayit" on "kayit"."id" = "page"."id"
  and "kayit"."shop_id" = $4
order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc;
