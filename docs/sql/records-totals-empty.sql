select "durum", sum("count") as "count"
from "status_totals"
where "shop_id" = $1
group by "durum";
