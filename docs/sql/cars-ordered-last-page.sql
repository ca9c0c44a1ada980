select count(*) as "count"
from (
  select "id"
  from "vehicle"
  where "shop_id" = $1
    and "visits" > 0
    and "merged_into" is null
) as "found";

select "vehicle"."id", "plate", "vin", "make", "model", "model_year", "visits", "total_kurus",
  "last_day"
from (
  select "id"
  from (
    select "vehicle".*
    from "vehicle"
    where "shop_id" = $1
      and "visits" > 0
      and "merged_into" is null
    order by "vehicle"."plate_sort_key" asc, "vehicle"."id" asc
    offset 0
  ) as "vehicle"
  order by "vehicle"."plate_sort_key" asc, "vehicle"."id" asc
  limit 20
) as "page"
inner join "vehicle" on "vehicle"."id" = "page"."id"
  and "vehicle"."shop_id" = $2
order by "vehicle"."plate_sort_key" desc, "vehicle"."id" desc;
