/**
 * Lists of objects as the floor server answers them: one prepared statement each, with the columns
 * that the lists of the dashboard show and the count of all objects.
 */
const limit = 100
const ownSchemas = `schema !~ '^pg_' and schema not in ('information_schema', 'basalt', 'basalt_trash')`

/**
 * @param {string} all the objects, with `id`, `name` and `schema`
 * @param {string} details of a page of them
 * @param {string} columns
 */
const list = (all, details, columns) => `
  with page as (
    select * from (${all}) x where ${ownSchemas} order by name collate "C", id limit ${limit}
  )
  select (select count(*) from (${all}) x where ${ownSchemas}), page.*, ${columns}
  from page ${details} order by page.name collate "C", page.id`

/** @type {Record<string, string>} */
export const floorLists = {
  functions: list(
    `select p.oid as id, proname::text as name, nspname as schema
     from pg_proc p join pg_namespace n on n.oid = pronamespace where prokind in ('f', 'p')`,
    'join pg_proc p on p.oid = page.id join pg_language l on l.oid = prolang',
    `pg_get_userbyid(proowner), obj_description(p.oid, 'pg_proc'), lanname, prosecdef,
     pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)`,
  ),
  indexes: list(
    `select c.oid as id, relname::text as name, nspname as schema
     from pg_class c join pg_namespace n on n.oid = relnamespace where relkind in ('i', 'I')`,
    `join pg_index i on i.indexrelid = page.id join pg_class c on c.oid = page.id
     join pg_class t on t.oid = i.indrelid join pg_am am on am.oid = c.relam`,
    `pg_get_userbyid(c.relowner), obj_description(c.oid, 'pg_class'), t.relname, amname,
     pg_get_indexdef(c.oid), indisunique, indisvalid, pg_relation_size(c.oid),
     pg_stat_get_numscans(c.oid), pg_stat_get_lastscan(c.oid)`,
  ),
  policies: list(
    `select p.oid as id, polname::text as name, nspname as schema from pg_policy p
     join pg_class c on c.oid = polrelid join pg_namespace n on n.oid = relnamespace`,
    'join pg_policy p on p.oid = page.id join pg_class c on c.oid = polrelid',
    `relname, polcmd, polpermissive, polroles::regrole[], obj_description(p.oid, 'pg_policy'),
     pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)`,
  ),
  extensions: `
    select a.name, default_version, installed_version, comment, nspname
    from pg_available_extensions a
    left join pg_extension e on e.extname = a.name
    left join pg_namespace n on n.oid = extnamespace order by a.name`,
}
