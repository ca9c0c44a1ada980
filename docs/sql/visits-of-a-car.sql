select "id", "merged_into"
from "vehicle"
where "shop_id" = $1
  and "id" = $2;

select "id"
from "vehicle"
where "shop_id" = $1
  and "merged_into" = $2
order by "id";

select count(*) as "total"
from "kayit"
where "shop_id" = $1
  and "vehicle_id" in ($2)
  and "deleted_at" is null;

select "id", "day", "durum", "giris_tarihi", "cikis_tarihi", "km_bilgisi", "toplam_kurus",
  "plaka", "arac_marka", "arac_model", "musteri_adi_soyadi", "musteri_talebi", "aciklama"
from "kayit"
where "shop_id" = $1
  and "vehicle_id" in ($2)
  and "deleted_at" is null
order by "day" desc, "id" desc
limit 20;
