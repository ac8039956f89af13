/**
 * A query for the tables whose rows are read with those of the table of this number, at any
 * depth: its partitions, and tables that inherit from it. Column `id`.
 */
export const heirsOf = (table: string): string => /* SQL */ `
  with recursive heir (id) as (
    select inhrelid from pg_inherits where inhparent = ${table}
    union
    select i.inhrelid from heir join pg_inherits i on i.inhparent = heir.id
  )
  select id from heir`
