import { logSources } from '../rows/sources.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u))

/** One for each source, and one for all of them. */
export const explorerRelations: ReadonlySet<string> = new Set(['logs', ...logSources])

/** Nodes of a parse tree that only compute. Every other one is refused, new ones included. */
export const allowedNodes = words(`SelectStmt ResTarget ColumnRef A_Star A_Const A_Expr BoolExpr
  FuncCall NamedArgExpr TypeCast TypeName RangeVar RangeSubselect RangeFunction JoinExpr SubLink
  CaseExpr CaseWhen CoalesceExpr MinMaxExpr NullTest BooleanTest A_Indirection A_Indices
  A_ArrayExpr RowExpr SortBy WindowDef WithClause CommonTableExpr GroupingSet GroupingFunc
  SQLValueFunction CollateClause ColumnDef String Integer Float Boolean BitString List`)

/** Values that are written as a keyword and say nothing about the server. */
export const allowedKeywords = words(`CURRENT_DATE CURRENT_TIME CURRENT_TIME_N CURRENT_TIMESTAMP
  CURRENT_TIMESTAMP_N LOCALTIME LOCALTIME_N LOCALTIMESTAMP LOCALTIMESTAMP_N`)

/** Types that are values alone: a cast to `regclass`, for example, reads the catalog. */
export const allowedTypes = words(`text varchar bpchar char string bool boolean int2 int4 int8 int64
  smallint integer int bigint numeric decimal float4 float8 float64 real date time timetz timestamp
  timestamptz datetime interval json jsonb uuid inet cidr bytea bit varbit`)

/**
 * Functions of `pg_catalog` that neither read nor change anything but their arguments, and those
 * of the explorer. A test checks that none is volatile. Those that make a large value of a small
 * one, such as `repeat`, are left out.
 */
export const allowedFunctions = words(`
  abs acos asin atan atan2 cbrt ceil ceiling cos degrees div exp floor gcd lcm ln log log10 mod pi
  power radians round sign sin sqrt tan trunc width_bucket scale min_scale trim_scale
  ascii bit_length btrim char_length character_length chr concat concat_ws initcap left length
  lower ltrim md5 normalize octet_length overlay position regexp_count regexp_instr regexp_like
  regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table
  regexp_substr replace reverse right rtrim split_part starts_with string_to_array
  string_to_table strpos substr substring to_hex translate unistr upper like notlike
  like_escape similar_to_escape encode decode sha256 sha512 quote_literal to_ascii
  age date_bin date_part date_trunc extract isfinite justify_days justify_hours justify_interval
  make_date make_interval make_time make_timestamp make_timestamptz now overlaps timezone
  to_char to_date to_number to_timestamp statement_timestamp transaction_timestamp
  generate_series
  array_append array_cat array_dims array_length array_lower array_ndims array_position
  array_positions array_prepend array_remove array_replace array_to_string array_upper
  cardinality unnest array_to_json
  json_agg json_agg_strict json_array_elements json_array_elements_text json_array_length
  json_build_array json_build_object json_each json_each_text json_extract_path
  json_extract_path_text json_object json_object_agg json_object_keys json_strip_nulls json_typeof
  jsonb_agg jsonb_agg_strict jsonb_array_elements jsonb_array_elements_text jsonb_array_length
  jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path
  jsonb_extract_path_text jsonb_object jsonb_object_agg jsonb_object_keys jsonb_path_exists
  jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_pretty
  jsonb_strip_nulls jsonb_typeof jsonb_set jsonb_insert row_to_json to_json to_jsonb
  host family masklen netmask network broadcast abbrev set_masklen
  any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp
  every max min mode percentile_cont percentile_disc regr_avgx regr_avgy regr_count
  regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy stddev stddev_pop stddev_samp
  string_agg sum var_pop var_samp variance cume_dist dense_rank first_value lag last_value lead
  nth_value ntile percent_rank rank row_number
  num_nulls num_nonnulls
  text varchar bpchar bool int2 int4 int8 numeric float4 float8 date interval timestamptz
  timestamp time
  timestamp_trunc datetime_trunc timestamp_sub timestamp_add timestamp_diff regexp_contains
  regexp_extract ifnull countif`)

/** The functions of the explorer's own, in the schema of its relations. */
export const ownFunctions = words(`timestamp_trunc datetime_trunc timestamp_sub timestamp_add
  timestamp_diff regexp_contains regexp_extract ifnull countif`)
