select "merged_into" as "root"
from "vehicle"
where "vehicle"."shop_id" = $1
  and "merged_into" is not null
  and strpos("search_vehicle", $2) > 0
limit $3;

select coalesce("vehicle"."merged_into", "vehicle"."id") as "root", "kayit"."id", "day", "durum",
  "cikis_tarihi"
from "vehicle"
inner join "kayit" on "kayit"."shop_id" = "vehicle"."shop_id"
  and "kayit"."vehicle_id" = "vehicle"."id"
where "vehicle"."shop_id" = $1
  and "kayit"."deleted_at" is null
  and "kayit"."stage" = 'visit'
  and "kayit"."id" in (
  select "kayit"."id"
  from "kayit"
  where may_contain(search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone), search_keys($2, 'car', $3))
  offset $4
)
  and "kayit"."search_vehicle" like $5
order by "day" desc
limit $6;

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
    limit 1000
    offset 0
  ) as "vehicle"
  where ((strpos("vehicle"."search_name", $2) > 0) or strpos("vehicle"."search_vehicle", $3) > 0)
  order by "vehicle"."last_day" desc, "vehicle"."id" desc
  limit 5
) as "page"
inner join "vehicle" on "vehicle"."id" = "page"."id"
  and "vehicle"."shop_id" = $4
order by "vehicle"."last_day" desc, "vehicle"."id" desc;

select "vehicle"."id", "plate", "vin", "make", "model", "model_year", "visits", "total_kurus",
  "last_day"
from (
  select "id"
  from (
    select "vehicle".*
    from "vehicle"
    where ((may_contain(search_grams(vehicle.shop_id, search_name, search_vehicle, ''), search_keys($1, 'name', $2)))
        or may_contain(search_grams(vehicle.shop_id, search_name, search_vehicle, ''), search_keys($3, 'car', $4)))
    offset 0
  ) as "vehicle"
  where "shop_id" = $5
    and "visits" > 0
    and "merged_into" is null
    and ((strpos("vehicle"."search_name", $6) > 0) or strpos("vehicle"."search_vehicle", $7) > 0)
  order by "vehicle"."last_day" desc, "vehicle"."id" desc
  limit $8
) as "page"
inner join "vehicle" on "vehicle"."id" = "page"."id"
  and "vehicle"."shop_id" = $9
order by "vehicle"."last_day" desc, "vehicle"."id" desc;
