select "customer"."id", "name", "phone", "tax_no", "visits", "total_kurus", "last_day"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where "user_id" = $1
      and "visits" > 0
      and "merged_into" is null
    order by "customer"."last_day" desc, "customer"."id" desc
    limit 1000
    offset 0
  ) as "customer"
  where "erased_at" is null
    and ((strpos(' ' || "ara_ad", ' ' || $2) > 0))
  order by "customer"."last_day" desc, "customer"."id" desc
  limit 8
) as "sayfa"
inner join "customer" on "customer"."id" = "sayfa"."id"
  and "customer"."user_id" = $3
order by "customer"."last_day" desc, "customer"."id" desc;

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
    and "erased_at" is null
    and ((strpos(' ' || "ara_ad", ' ' || $4) > 0))
  order by "customer"."last_day" desc, "customer"."id" desc
  limit $5
) as "sayfa"
inner join "customer" on "customer"."id" = "sayfa"."id"
  and "customer"."user_id" = $6
order by "customer"."last_day" desc, "customer"."id" desc;

select "customer"."id", "name", "phone", "tax_no", "visits", "total_kurus", "last_day"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where "user_id" = $1
      and "visits" > 0
      and "merged_into" is null
    order by "customer"."last_day" desc, "customer"."id" desc
    limit 1000
    offset 0
  ) as "customer"
  where "erased_at" is null
    and ((strpos(' ' || "ara_yalin", ' ' || $2) > 0))
  order by "customer"."last_day" desc, "customer"."id" desc
  limit 8
) as "sayfa"
inner join "customer" on "customer"."id" = "sayfa"."id"
  and "customer"."user_id" = $3
order by "customer"."last_day" desc, "customer"."id" desc;

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
    and "erased_at" is null
    and ((strpos(' ' || "ara_yalin", ' ' || $4) > 0))
  order by "customer"."last_day" desc, "customer"."id" desc
  limit $5
) as "sayfa"
inner join "customer" on "customer"."id" = "sayfa"."id"
  and "customer"."user_id" = $6
order by "customer"."last_day" desc, "customer"."id" desc;
