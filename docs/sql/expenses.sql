select "category", count(*) as "count", sum("amount_kurus") as "amount_kurus"
from "expense"
where "shop_id" = $1
  and "deleted_at" is null
  and "spend_date" >= $2
  and "spend_date" < $3
group by "category";

select "id", "title", "amount_kurus", "spend_date", "spread_date", "note", "method", "category",
  "vat_rate", "version"
from "expense"
where "shop_id" = $1
  and "deleted_at" is null
  and "spend_date" >= $2
  and "spend_date" < $3
order by coalesce(spread_date, spend_date) desc, "id"
limit 20;
