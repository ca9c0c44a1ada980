select count(*) as "total", coalesce(sum("amount_kurus"), 0) as "toplam_kurus"
from "expense"
where "shop_id" = $1
  and "deleted_at" is null
  and ((strpos("search_text", $2) > 0));

select "id", "title", "amount_kurus", "spend_date", "spread_date", "note", "method", "version"
from "expense"
where "shop_id" = $1
  and "deleted_at" is null
  and ((strpos("search_text", $2) > 0))
order by coalesce(spread_date, spend_date) desc, "id"
limit 20
offset $3;
