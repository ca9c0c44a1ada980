select "durum", sum("adet") as "adet"
from "status_totals"
where "shop_id" = $1
group by "durum";
