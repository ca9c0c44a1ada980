#!/bin/sh
# The PostgreSQL image runs it once, on an empty volume: the panel's role owns its database and is no superuser, and the
# superuser has no password, so that only "docker compose exec db psql -U postgres" reaches it.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --dbname postgres <<'SQL'
\getenv password POSTGRES_PASSWORD
create role oto login password :'password';
create database oto_servis owner oto;
alter role postgres password null;
SQL
