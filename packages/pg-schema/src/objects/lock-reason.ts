/** SQL of why the object of `page` cannot be changed; null when it can. */
export const lockReason = (catalog: string): string => /* SQL */ `
  case
    when page.schema in ('pg_catalog', 'information_schema') or page.schema like 'pg\\_toast%'
      then 'It belongs to PostgreSQL'
    when page.schema in ('basalt', 'basalt_trash') then 'It belongs to Basalt'
    else (
      select format('It belongs to the extension %s', e.extname)
      from pg_depend d join pg_extension e on e.oid = d.refobjid
      where d.classid = '${catalog}'::regclass and d.objid = page.id and d.deptype = 'e'
        and d.refclassid = 'pg_extension'::regclass
      limit 1
    )
  end`
