select "durum", count(*) as "count", sum("toplam_kurus") as "toplam_kurus"
from (
  select "durum", "toplam_kurus"
  from "kayit"
  where "kayit"."shop_id" = $1
    and "deleted_at" is null
    and "stage" = 'visit'
    and ("status_sort_key" = '4k4q6k4a5i084q4k566q5o5y' or "cikis_tarihi" is null)
) as "found"
group by "durum";

select "kayit"."id" as "kayit_id", "musteri_adi_soyadi", "musteri_tel", "sasi_no", "plaka",
  "arac_marka", "arac_model", "islem_sayisi", "toplam_kurus", "giris_tarihi", "cikis_tarihi",
  "kayit_tarihi", "durum", "version", "paid_kurus"
from "kayit"
where "kayit"."shop_id" = $1
  and "deleted_at" is null
  and "stage" = 'visit'
  and ("status_sort_key" = '4k4q6k4a5i084q4k566q5o5y' or "cikis_tarihi" is null)
order by "kayit"."cikis_tarihi" asc nulls first, "kayit"."id" asc
limit 20;

select "accounts_start" as "start", "reminder_text" as "reminder"
from "shops"
where "id" = $1;
