/** Objects of people's own: not PostgreSQL's, and not part of an extension. */
export const own = (catalog: string, alias: string) => /* SQL */ `
  n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and not exists (
    select from pg_depend e
    where e.classid = '${catalog}'::regclass and e.objid = ${alias}.oid and e.deptype = 'e'
  )`
