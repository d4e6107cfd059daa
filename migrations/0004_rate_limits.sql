-- The table that rate-limiter-flexible's PostgreSQL store expects; several processes share their limits through it.
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
