select count(*) as "count"
from (
  select "id"
  from (
    select "vehicle".*
    from "vehicle"
    where "shop_id" = $1
      and "visits" > 0
      and "merged_into" is null
    order by "id" desc
    limit 200
    offset 0
  ) as "vehicle"
  where ((strpos("vehicle"."search_name", $2) > 0) or strpos("vehicle"."search_vehicle", $3) > 0)
) as "found";

select count(*) as "count"
from (
  select "id"
  from (
    select "vehicle".*
    from "vehicle"
    where "shop_id" = $1
      and "visits" > 0
      and "merged_into" is null
    order by "id" desc
    offset 0
  ) as "vehicle"
  where ((strpos("vehicle"."search_name", $2) > 0) or strpos("vehicle"."search_vehicle", $3) > 0)
  limit 1001
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
    order by "vehicle"."last_day" desc, "vehicle"."id" desc
    offset 0
  ) as "vehicle"
  where ((strpos("vehicle"."search_name", $2) > 0) or strpos("vehicle"."search_vehicle", $3) > 0)
  order by "vehicle"."last_day" desc, "vehicle"."id" desc
  limit 20
) as "page"
inner join "vehicle" on "vehicle"."id" = "page"."id"
  and "vehicle"."shop_id" = $4
order by "vehicle"."last_day" desc, "vehicle"."id" desc;
