select "merged_into" as "root"
from "vehicle"
where "user_id" = $1
  and "merged_into" is not null
  and strpos("ara_arac", $2) > 0
limit $3;

select coalesce("vehicle"."merged_into", "vehicle"."id") as "root", "kayit"."id", "gun", "durum",
  "cikis_tarihi"
from "vehicle"
inner join "kayit" on "kayit"."user_id" = "vehicle"."user_id"
  and "kayit"."vehicle_id" = "vehicle"."id"
where "vehicle"."user_id" = $1
  and "kayit"."deleted_at" is null
  and "kayit"."id" in (
  select "kayit"."id"
  from "kayit"
  where may_contain(search_grams(kayit.user_id, ara_yalin, ara_arac, ara_tel), search_keys($2, 'car', $3))
  offset $4
)
  and "kayit"."ara_arac" like $5
order by "gun" desc
limit $6;

select "vehicle"."id", "plate", "vin", "make", "model", "model_year", "visits", "total_kurus",
  "last_day"
from (
  select "id"
  from (
    select "vehicle".*
    from "vehicle"
    where "user_id" = $1
      and "visits" > 0
      and "merged_into" is null
    order by "vehicle"."last_day" desc, "vehicle"."id" desc
    limit 1000
    offset 0
  ) as "vehicle"
  where ((strpos("ara_ad", $2) > 0) or strpos("ara_arac", $3) > 0)
  order by "vehicle"."last_day" desc, "vehicle"."id" desc
  limit 5
) as "sayfa"
inner join "vehicle" on "vehicle"."id" = "sayfa"."id"
  and "vehicle"."user_id" = $4
order by "vehicle"."last_day" desc, "vehicle"."id" desc;

select "vehicle"."id", "plate", "vin", "make", "model", "model_year", "visits", "total_kurus",
  "last_day"
from (
  select "id"
  from (
    select "vehicle".*
    from "vehicle"
    where ((may_contain(search_grams(vehicle.user_id, ara_ad, ara_arac, ''), search_keys($1, 'name', $2)))
        or may_contain(search_grams(vehicle.user_id, ara_ad, ara_arac, ''), search_keys($3, 'car', $4)))
    offset 0
  ) as "vehicle"
  where "user_id" = $5
    and "visits" > 0
    and "merged_into" is null
    and ((strpos("ara_ad", $6) > 0) or strpos("ara_arac", $7) > 0)
  order by "vehicle"."last_day" desc, "vehicle"."id" desc
  limit $8
) as "sayfa"
inner join "vehicle" on "vehicle"."id" = "sayfa"."id"
  and "vehicle"."user_id" = $9
order by "vehicle"."last_day" desc, "vehicle"."id" desc;
