#!/bin/bash
# Run once by the PostgreSQL image on an empty volume: creates a role that owns its database and nothing else.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" --username postgres --dbname postgres <<'SQL'
CREATE ROLE arrival_desk LOGIN PASSWORD :'password';
CREATE DATABASE arrival_desk OWNER arrival_desk ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE arrival_desk FROM PUBLIC;
SQL
