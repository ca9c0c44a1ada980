select "accounts_start" as "start", "reminder_text" as "reminder"
from "shops"
where "id" = $1;

with "hits" as (
  select "kayit"."id", "durum", "toplam_kurus", "status_sort_key", "cikis_tarihi"
  from "kayit"
  where "kayit"."shop_id" = $1
    and "deleted_at" is null
    and "stage" = 'visit'
    and (("kayit"."deleted_at" is null and "kayit"."toplam_kurus" <> "kayit"."paid_kurus"
      and case when kayit.status_sort_key = '565t684a5e' then null::date when kayit.cikis_tarihi is not null then kayit.cikis_tarihi when kayit.status_sort_key = '684a5i4a5i5e4a5j4k55' then kayit.day end >= $2)
      and "kayit"."toplam_kurus" > "kayit"."paid_kurus" and "kayit"."paid_kurus" > 0)
    and ((strpos("kayit"."search_name", $3) > 0) or strpos("kayit"."search_vehicle", $4) > 0)
  limit $5
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
  limit $6
  offset $7
) as "page";

select "kayit"."id" as "kayit_id", "musteri_adi_soyadi", "musteri_tel", "sasi_no", "plaka",
  "arac_marka", "arac_model", "islem_sayisi", "toplam_kurus", "giris_tarihi", "cikis_tarihi",
  "kayit_tarihi", "durum", "version", "paid_kurus"
from "kayit"
where "shop_id" = $1
  and "id" = any($2)
order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc;

select coalesce(sum("toplam_kurus"), 0) - coalesce(sum("paid_kurus"), 0) as "rest_kurus"
from "kayit"
where "kayit"."shop_id" = $1
  and "deleted_at" is null
  and "stage" = 'visit'
  and (("kayit"."deleted_at" is null and "kayit"."toplam_kurus" <> "kayit"."paid_kurus" and case when kayit.status_sort_key = '565t684a5e' then null::date when kayit.cikis_tarihi is not null then kayit.cikis_tarihi when kayit.status_sort_key = '684a5i4a5i5e4a5j4k55' then kayit.day end >= $2)
    and "kayit"."toplam_kurus" > "kayit"."paid_kurus" and "kayit"."paid_kurus" > 0)
  and ((strpos("kayit"."search_name", $3) > 0) or strpos("kayit"."search_vehicle", $4) > 0);
