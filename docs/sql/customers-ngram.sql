select count(*) as "total"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where ((may_contain(search_grams(customer.user_id, ara_yalin, '', ara_no), search_keys($1, 'name', $2))))
    offset 0
  ) as "customer"
  where "user_id" = $3
    and "visits" > 0
    and "merged_into" is null
    and ((strpos("ara_ad", $4) > 0))
  limit $5
) as "bulunan";

select "customer"."id", "name", "phone", "tax_no", "visits", "total_kurus", "last_day"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where ((may_contain(search_grams(customer.user_id, ara_yalin, '', ara_no), search_keys($1, 'name', $2))))
    offset 0
  ) as "customer"
  where "user_id" = $3
    and "visits" > 0
    and "merged_into" is null
    and ((strpos("ara_ad", $4) > 0))
  order by "customer"."last_day" desc, "customer"."id" desc
  limit $5
  offset $6
) as "sayfa"
inner join "customer" on "customer"."id" = "sayfa"."id"
  and "customer"."user_id" = $7
order by "customer"."last_day" desc, "customer"."id" desc;
