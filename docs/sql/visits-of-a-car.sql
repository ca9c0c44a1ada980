select "id", "merged_into"
from "vehicle"
where "vehicle"."shop_id" = $1
  and "id" = $2;

select "id"
from "vehicle"
where "vehicle"."shop_id" = $1
  and "merged_into" = $2
order by "id";

select count(*) as "count"
from "kayit"
where "kayit"."shop_id" = $1
  and "kayit"."deleted_at" is null
  and "kayit"."stage" = 'visit'
  and "vehicle_id" in ($2);

select "id" as "kayit_id", "day", "durum", "giris_tarihi", "cikis_tarihi", "km_bilgisi" as "km",
  "toplam_kurus", "plaka" as "plate", "arac_marka", "arac_model", "musteri_adi_soyadi" as "customer",
  "musteri_talebi" as "complaint", "aciklama" as "note"
from "kayit"
where "shop_id" = $1
  and "vehicle_id" in ($2)
  and "deleted_at" is null
  and "stage" = 'visit'
order by "day" desc, "id" desc
limit 20;
