select count(*) as "count"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where ((may_contain(search_grams(customer.shop_id, search_plain, '', search_number), search_keys($1, 'name', $2))))
    offset 0
  ) as "customer"
  where "shop_id" = $3
    and "visits" > 0
    and "merged_into" is null
    and ((strpos("customer"."search_name", $4) > 0))
  limit $5
) as "found";

select "customer"."id", "name", "phone", "tax_no", "visits", "total_kurus", "last_day"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where ((may_contain(search_grams(customer.shop_id, search_plain, '', search_number), search_keys($1, 'name', $2))))
    offset 0
  ) as "customer"
  where "shop_id" = $3
    and "visits" > 0
    and "merged_into" is null
    and ((strpos("customer"."search_name", $4) > 0))
  order by "customer"."last_day" desc, "customer"."id" desc
  limit $5
  offset $6
) as "page"
inner join "customer" on "customer"."id" = "page"."id"
  and "customer"."shop_id" = $7
order by "customer"."last_day" desc, "customer"."id" desc;
