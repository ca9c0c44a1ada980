select "durum", sum("count") as "count", sum("toplam_kurus") as "toplam_kurus"
from "status_totals"
where "shop_id" = $1
  and "count" > 0
group by "durum";

select "accounts_start" as "start", "reminder_text" as "reminder"
from "shops"
where "id" = $1;
