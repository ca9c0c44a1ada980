select count(*) as "total"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where ((may_contain(search_grams(customer.user_id, ara_yalin, '', ara_no), search_keys($1, 'name', $2))
        and may_contain(search_grams(customer.user_id, ara_yalin, '', ara_no), search_keys($3, 'name', $4))))
    offset 0
  ) as "customer"
  where "user_id" = $5
    and "visits" > 0
    and "merged_into" is null
    and ((strpos("ara_ad", $6) > 0 and strpos("ara_ad", $7) > 0))
  limit $8
) as "bulunan";

select count(*) as "total"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where (((may_contain(search_grams(customer.user_id, ara_yalin, '', ara_no), search_keys($1, 'name', $2)))
        and (may_contain(search_grams(customer.user_id, ara_yalin, '', ara_no), search_keys($3, 'name', $4))
        or may_contain(search_grams(customer.user_id, ara_yalin, '', ara_no), search_keys($5, 'phone', $6)))))
    offset 0
  ) as "customer"
  where "user_id" = $7
    and "visits" > 0
    and "merged_into" is null
    and (((strpos("ara_ad", $8) > 0) and (strpos("ara_ad", $9) > 0 or strpos("ara_no", $10) > 0)))
  limit $11
) as "bulunan";

select count(*) as "total"
from (
  select "id"
  from (
    select "customer".*
    from "customer"
    where (((may_contain(search_grams(customer.user_id, ara_yalin, '', ara_no), search_keys($1, 'name', $2)))
        and (may_contain(search_grams(customer.user_id, ara_yalin, '', ara_no), search_keys($3, 'name', $4))
        or may_contain(search_grams(customer.user_id, ara_yalin, '', ara_no), search_keys($5, 'phone', $6)))))
    offset 0
  ) as "customer"
  where "user_id" = $7
    and "visits" > 0
    and "merged_into" is null
    and (((strpos("ara_yalin", $8) > 0) and (strpos("ara_yalin", $9) > 0 or strpos("ara_no", $10) > 0)))
  limit $11
) as "bulunan";
