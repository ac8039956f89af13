import { quoteLiteral } from '@basalt/pg-sql'

/** The alternative to a command of psql. */
export type PsqlHelp = {
  help: string
  /** A query with the result of the command. */
  query?: string
}

type Describe = (argument: string) => PsqlHelp

const relations = (kinds: string): string =>
  `select n.nspname as schema, c.relname as name, pg_get_userbyid(c.relowner) as owner
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in (${kinds}) and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`

/** Narrows a list by a name or a pattern of psql, where `*` is any text and `?` any character. */
type Columns = { schema: string; name: string }

const narrowed = (query: string, { schema, name }: Columns, argument: string): string => {
  if (argument === '') return `${query}\norder by 1, 2`
  const parts = argument.split('.')
  const like = (column: string, part: string) =>
    `${column} like ${quoteLiteral(getLike(part)).trim()}`
  const conditions = [
    ...(parts.length > 1 ? [like(schema, parts.at(-2) ?? '*')] : []),
    like(name, parts.at(-1) ?? '*'),
  ]
  return `${query}${conditions.map((condition) => `\n  and ${condition}`).join('')}\norder by 1, 2`
}

const getLike = (pattern: string): string =>
  (pattern.startsWith('"') ? pattern : pattern.toLowerCase())
    .replaceAll('"', '')
    .replaceAll(/[\\%_]/gu, String.raw`\$&`)
    .replaceAll('*', '%')
    .replaceAll('?', '_')

const lists =
  (kinds: string, what: string): Describe =>
  (argument) => ({
    help: `${what} are in the catalog, in pg_class. This query lists them.`,
    query: narrowed(relations(kinds), { schema: 'n.nspname', name: 'c.relname' }, argument),
  })

const describeRelation: Describe = (argument) =>
  argument === ''
    ? lists("'r', 'p', 'v', 'm', 'S', 'f'", 'Tables, views and sequences')('')
    : {
        help: 'The columns of a table are in pg_attribute. The table editor shows its whole definition.',
        query: narrowed(
          `select n.nspname || '.' || c.relname as relation, a.attname as column,
  format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
  pg_get_expr(d.adbin, d.adrelid) as default
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where c.relkind in ('r', 'p', 'v', 'm', 'f')`,
          { schema: 'n.nspname', name: 'c.relname' },
          argument,
        ).replace('order by 1, 2', 'order by 1, a.attnum'),
      }

const functions: Describe = (argument) => ({
  help: 'Functions are in the catalog, in pg_proc. This query lists them.',
  query: narrowed(
    `select n.nspname as schema, p.proname as name, pg_get_function_result(p.oid) as result,
  pg_get_function_identity_arguments(p.oid) as arguments
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where ${argument === '' ? "n.nspname not in ('pg_catalog', 'information_schema')" : 'true'}`,
    { schema: 'n.nspname', name: 'p.proname' },
    argument,
  ),
})

const source: Describe = (argument) => ({
  help: 'pg_get_functiondef gives the definition of a function.',
  query: `select pg_get_functiondef(oid) from pg_proc
where prokind in ('f', 'p') and proname = ${quoteLiteral(
    (argument.replace(/\(.*$/su, '').split('.').at(-1) ?? '').replaceAll('"', ''),
  ).trim()}`,
})

const viewSource: Describe = (argument) => ({
  help: 'pg_get_viewdef gives the definition of a view.',
  query: `select pg_get_viewdef(c.oid, true) from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('v', 'm') and c.relname = ${quoteLiteral(
    (argument.split('.').at(-1) ?? '').replaceAll('"', ''),
  ).trim()}`,
})

const asks =
  (help: string, query: string): Describe =>
  () => ({ help, query })

const says =
  (help: string): Describe =>
  () => ({ help })

const roles = asks(
  'Roles are in the catalog, in pg_roles. This query lists them.',
  `select rolname as role, rolsuper as superuser, rolcreaterole as create_role,
  rolcreatedb as create_database, rolcanlogin as can_login, rolconnlimit as connection_limit
from pg_roles order by 1`,
)

const rights: Describe = (argument) => ({
  help: 'Table privileges are in pg_class.relacl.',
  query: narrowed(
    relations("'r', 'p', 'v', 'm', 'S', 'f'").replace(
      'pg_get_userbyid(c.relowner) as owner',
      'c.relacl::text as privileges',
    ),
    { schema: 'n.nspname', name: 'c.relname' },
    argument,
  ),
})

const files = says(
  'Files cannot be read from here. Paste their content, or import rows in the table editor.',
)
const output = says('Results are shown below each run. Download or copy them there.')
const variables = says(
  'Variables of psql are not supported. Write :name in the query and enter its value when you run it.',
)
const conditions = says(
  'Conditions of psql are not supported. Select the statements to run, or use a do block.',
)
const rerun = says('Run the statement with a semicolon instead; its result is shown below.')
const leaves = says('Close the tab to leave.')
const connects = says(
  'A run always uses the database of this project. Choose another project in the header.',
)

const commands: Readonly<Record<string, Describe>> = {
  '?': says('The keys of the editor are listed in the keyboard shortcuts.'),
  '!': says('Shell commands cannot be run from here.'),
  '.': says(
    'Rows after copy … from stdin are not read here. Import them as a file in the table editor.',
  ),
  c: connects,
  cd: files,
  connect: connects,
  conninfo: asks(
    'This query shows the connection of a run.',
    'select current_database() as database, current_user as user, version() as version',
  ),
  copy: says('Import files in the table editor. Export rows there or below a result.'),
  d: describeRelation,
  db: asks('Tablespaces are in pg_tablespace.', 'select spcname from pg_tablespace order by 1'),
  dc: asks('Conversions are in pg_conversion.', 'select conname from pg_conversion order by 1'),
  df: functions,
  dg: roles,
  di: lists("'i', 'I'", 'Indexes'),
  dL: asks(
    'Languages are in pg_language.',
    'select lanname, lanpltrusted from pg_language order by 1',
  ),
  dm: lists("'m'", 'Materialized views'),
  dn: asks(
    'Schemas are in the catalog, in pg_namespace. This query lists them.',
    `select nspname as schema, pg_get_userbyid(nspowner) as owner from pg_namespace
where nspname not like 'pg\\_%' and nspname <> 'information_schema' order by 1`,
  ),
  dp: rights,
  dRp: asks('Publications are in pg_publication.', 'select * from pg_publication order by pubname'),
  dRs: asks(
    'Subscriptions are in pg_subscription.',
    'select subname, subenabled, subpublications from pg_subscription order by 1',
  ),
  ds: lists("'S'", 'Sequences'),
  dt: lists("'r', 'p'", 'Tables'),
  dT: asks(
    'Types are in the catalog, in pg_type. This query lists them.',
    `select n.nspname as schema, format_type(t.oid, null) as type, obj_description(t.oid, 'pg_type') as description
from pg_type t join pg_namespace n on n.oid = t.typnamespace
where t.typtype in ('e', 'd', 'r') and n.nspname not in ('pg_catalog', 'information_schema') order by 1, 2`,
  ),
  du: roles,
  dv: lists("'v'", 'Views'),
  dx: asks(
    'Extensions are in the catalog, in pg_extension. This query lists them.',
    'select extname as name, extversion as version from pg_extension order by 1',
  ),
  dy: asks(
    'Event triggers are in pg_event_trigger.',
    'select evtname, evtevent from pg_event_trigger',
  ),
  dE: lists("'f'", 'Foreign tables'),
  e: says('Edit the text here and run it again.'),
  echo: asks('Use a query to show a text.', "select 'a text' as message"),
  edit: says('Edit the text here and run it again.'),
  ef: source,
  elif: conditions,
  else: conditions,
  encoding: asks('Text is always in UTF-8 here.', 'show server_encoding'),
  endif: conditions,
  ev: viewSource,
  g: rerun,
  gdesc: says('The types of a result are in its column headers.'),
  gexec: says('To run statements that a query returns, use execute in a do block.'),
  gset: variables,
  gx: rerun,
  h: says('The PostgreSQL manual explains each command. Hover over a name for its definition.'),
  help: says('The PostgreSQL manual explains each command.'),
  i: files,
  if: conditions,
  include: files,
  ir: files,
  l: asks(
    'The databases of this server are in pg_database.',
    `select datname as database, pg_get_userbyid(datdba) as owner, pg_encoding_to_char(encoding) as encoding
from pg_database order by 1`,
  ),
  list: asks(
    'The databases of this server are in pg_database.',
    'select datname from pg_database order by 1',
  ),
  o: output,
  out: output,
  password: says('Change passwords of roles with alter role.'),
  pset: says('Choose how a result is shown above its rows.'),
  prompt: variables,
  q: leaves,
  quit: leaves,
  restrict: says('Scripts of pg_dump run here without this line. Remove it.'),
  s: says('Every run is saved in the history next to the editor.'),
  set: variables,
  sf: source,
  sv: viewSource,
  t: says('Choose how a result is shown above its rows.'),
  timing: says('Each result shows its duration.'),
  unrestrict: says('Scripts of pg_dump run here without this line. Remove it.'),
  unset: variables,
  w: says('Queries are saved automatically.'),
  watch: says('Repeated runs are not supported: run it again.'),
  x: says('Open a row to show its columns below each other.'),
  z: rights,
}

/** Suffixes of psql's list commands: system objects, details, expanded display. */
const forms = new Set(['S', '+', 'x'])

/** The alternative to a line that starts with a backslash. */
export function psqlHelp(line: string): PsqlHelp {
  const [, word = '', rest = ''] = /^\\(\S*)\s*(.*)$/su.exec(line) ?? []
  const argument = rest.replaceAll('\0', '').replace(/;\s*$/u, '').trim()
  for (let name = word; name !== ''; name = name.slice(0, -1)) {
    const command = getCommand(name)
    if (command !== undefined) return command(argument)
    if (!forms.has(name.slice(-1))) break
  }
  if (word.startsWith('d')) {
    const { query } = describeRelation('')
    return {
      help: `Backslash commands belong to psql. The objects that \\d… lists are in the catalog, for example in pg_class.`,
      ...(query !== undefined && { query }),
    }
  }
  return {
    help: 'Backslash commands belong to psql. Query the catalog instead, for example select * from pg_tables.',
  }
}

const getCommand = (word: string): Describe | undefined =>
  Object.hasOwn(commands, word) ? commands[word] : undefined
