select count(*) as "count"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where "shop_id" = $1
      and "visits" > 0
      and "merged_into" is null
    order by "id" desc
    limit 200
    offset 0
  ) as "customer"
  where ((strpos("customer"."search_name", $2) > 0))
) as "found";

select count(*) as "count"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where "shop_id" = $1
      and "visits" > 0
      and "merged_into" is null
    order by "id" desc
    offset 0
  ) as "customer"
  where ((strpos("customer"."search_name", $2) > 0))
  limit 1001
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
  where ((strpos("customer"."search_name", $2) > 0))
  order by "customer"."last_day" desc, "customer"."id" desc
  limit 20
) as "page"
inner join "customer" on "customer"."id" = "page"."id"
  and "customer"."shop_id" = $3
order by "customer"."last_day" desc, "customer"."id" desc;
