select "durum", sum("count") as "count", sum("toplam_kurus") as "toplam_kurus"
from "status_totals"
where "shop_id" = $1
  and "count" > 0
group by "durum";

select "accounts_start" as "start", "reminder_text" as "reminder"
from "shops"
where "id" = $1;

select "kayit"."id" as "kayit_id", "musteri_adi_soyadi", "musteri_tel", "sasi_no", "plaka",
  "arac_marka", "arac_model", "islem_sayisi", "toplam_kurus", "giris_tarihi", "cikis_tarihi",
  "kayit_tarihi", "durum", "version", "paid_kurus"
from (
  select "kayit"."id"
  from "kayit"
  where "kayit"."shop_id" = $1
    and "deleted_at" is null
    and "stage" = 'visit'
  order by "kayit"."cikis_tarihi" desc nulls last, "kayit"."id" desc
  limit 20
) as "page"
inner join "kayit" on "kayit"."id" = "page"."id"
  and "kayit"."shop_id" = $2
order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc;
