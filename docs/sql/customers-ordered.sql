select count(*) as "count"
from (
  select "id"
  from "customer"
  where "shop_id" = $1
    and "visits" > 0
    and "merged_into" is null
  limit 2001
) as "found";

select "customer"."id", "name", "phone", "tax_no", "visits", "total_kurus", "last_day"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where "shop_id" = $1
      and "visits" > 0
      and "merged_into" is null
    order by "customer"."last_day" desc, "customer"."id" desc
    offset 0
  ) as "customer"
  order by "customer"."last_day" desc, "customer"."id" desc
  limit 20
) as "page"
inner join "customer" on "customer"."id" = "page"."id"
  and "customer"."shop_id" = $2
order by "customer"."last_day" desc, "customer"."id" desc;
