/**
 * Statements that create the tables where they are missing. A batch is one insert into
 * `basalt_logs`, and the position of its reader is a row of the same block with source 0: both are
 * stored or neither. `basalt_log_positions` has the positions whose row has expired.
 */
export const tables: readonly string[] = [
  `create table if not exists basalt_logs (
    ref LowCardinality(String),
    source UInt8,
    level UInt8,
    keep_days UInt16,
    status Nullable(UInt16),
    is_own Bool,
    duration_ms Nullable(Float32),
    at DateTime64(3, 'UTC'),
    id UInt64,
    pattern Int64,
    method LowCardinality(Nullable(String)),
    path Nullable(String),
    user_name LowCardinality(Nullable(String)),
    database_name LowCardinality(Nullable(String)),
    code LowCardinality(Nullable(String)),
    request_id Nullable(String),
    message String,
    metadata String,
    index by_request request_id type bloom_filter(0.001) granularity 1
  ) engine = MergeTree
  partition by keep_days
  order by (ref, source, at, id)
  ttl toDateTime(at) + toIntervalDay(keep_days)`,
  `create table if not exists basalt_log_positions (
    key String, position String, version UInt64
  ) engine = ReplacingMergeTree(version) order by key`,
  `create table if not exists basalt_log_patterns (
    ref LowCardinality(String),
    source UInt8,
    pattern Int64,
    first AggregateFunction(argMin, String, DateTime64(3, 'UTC')),
    first_at SimpleAggregateFunction(min, DateTime64(3, 'UTC'))
  ) engine = AggregatingMergeTree order by (ref, source, pattern)`,
  `create materialized view if not exists basalt_log_new_patterns to basalt_log_patterns as
    select ref, source, pattern,
      argMinState(substring(message, 1, 1000), at) as first, min(at) as first_at
    from basalt_logs where source > 0 group by ref, source, pattern`,
  `create table if not exists basalt_log_dropped (
    ref LowCardinality(String),
    minute DateTime('UTC'),
    source UInt8,
    reason LowCardinality(String),
    count UInt64
  ) engine = SummingMergeTree(count)
  order by (ref, minute, source, reason)
  ttl minute + toIntervalDay(90)`,
  `create table if not exists basalt_log_drain_queue (
    drain_id String,
    seq UInt64,
    ref String,
    at DateTime64(3, 'UTC'),
    id UInt64
  ) engine = MergeTree order by (drain_id, seq)`,
]
