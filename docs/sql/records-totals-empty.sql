select "durum", sum("adet") as "adet"
from "status_totals"
where "user_id" = $1
group by "durum";
