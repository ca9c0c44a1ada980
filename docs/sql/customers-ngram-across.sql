select count(*) as "count"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where ((may_contain(search_grams(customer.shop_id, search_plain, '', search_number), search_keys($1, 'name', $2))
        and may_contain(search_grams(customer.shop_id, search_plain, '', search_number), search_keys($3, 'name', $4))))
    offset 0
  ) as "customer"
  where "shop_id" = $5
    and "visits" > 0
    and "merged_into" is null
    and ((strpos("customer"."search_name", $6) > 0 and strpos("customer"."search_name", $7) > 0))
  limit $8
) as "found";

select count(*) as "count"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where (((may_contain(search_grams(customer.shop_id, search_plain, '', search_number), search_keys($1, 'name', $2)))
        and (may_contain(search_grams(customer.shop_id, search_plain, '', search_number), search_keys($3, 'name', $4))
        or may_contain(search_grams(customer.shop_id, search_plain, '', search_number), search_keys($5, 'phone', $6)))))
    offset 0
  ) as "customer"
  where "shop_id" = $7
    and "visits" > 0
    and "merged_into" is null
    and (((strpos("customer"."search_name", $8) > 0) and (strpos("customer"."search_name", $9) > 0
      or strpos("customer"."search_number", $10) > 0)))
  limit $11
) as "found";

select count(*) as "count"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where (((may_contain(search_grams(customer.shop_id, search_plain, '', search_number), search_keys($1, 'name', $2)))
        and (may_contain(search_grams(customer.shop_id, search_plain, '', search_number), search_keys($3, 'name', $4))
        or may_contain(search_grams(customer.shop_id, search_plain, '', search_number), search_keys($5, 'phone', $6)))))
    offset 0
  ) as "customer"
  where "shop_id" = $7
    and "visits" > 0
    and "merged_into" is null
    and (((strpos("customer"."search_plain", $8) > 0) and (strpos("customer"."search_plain", $9) > 0
      or strpos("customer"."search_number", $10) > 0)))
  limit $11
) as "found";
