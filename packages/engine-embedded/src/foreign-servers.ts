import { randomBytes } from 'node:crypto'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import {
  EngineError,
  type ForeignServer,
  type ForeignServerChange,
  type ProjectDatabase,
} from '@basalt/engine'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { ownerRole } from './roles.ts'

type Place = {
  db: ProjectDatabase
  /** Where clusters look for control files. */
  controlDir: string
  /** Only the server of this directory runs the script. */
  clusterData: string
}

const extensionPrefix = 'basalt_server_'

/**
 * The owner of a database may neither create a server of postgres_fdw nor change where one leads:
 * it has no right on the wrapper, and the server belongs to the superuser. PostgreSQL itself runs
 * the statements, as the script of a trusted extension that the owner creates (decision 054), so
 * the control role needs no session in a database of a tenant. The files exist for this one
 * statement, and their name cannot be guessed.
 *
 * The password is in a mapping for everybody, whose options only a superuser can read. Dumps
 * contain the name of the extension and nothing of it.
 */
export async function changeForeignServer(
  { db, ...place }: Place,
  change: ForeignServerChange,
): Promise<string> {
  if (change.action === 'drop') {
    await db.query(`drop extension if exists ${quoteIdent(checkName(change.extension))} cascade`)
    return change.extension
  }
  if (change.action === 'create') {
    await db.query('create extension if not exists postgres_fdw')
    const extension = `${extensionPrefix}${randomBytes(16).toString('hex')}`
    await withScript({ ...place, extension, version: '1' }, createScript(change.server), () =>
      db.query(`create extension ${quoteIdent(extension)}`),
    )
    return extension
  }
  const extension = checkName(change.extension)
  const version = randomBytes(8).toString('hex')
  const [row] = await db.query<{ extversion: string }>(
    'select extversion from pg_catalog.pg_extension where extname = $1',
    [extension],
  )
  if (row === undefined) throw new EngineError('statement', 'The server was dropped in SQL.')
  const script = { ...place, extension, version, from: row.extversion }
  await withScript(script, alterScript(change.server), () =>
    db.query(`alter extension ${quoteIdent(extension)} update`),
  )
  return extension
}

type Script = Omit<Place, 'db'> & { extension: string; version: string; from?: string }

async function withScript(
  { controlDir, clusterData, extension, version, from }: Script,
  sql: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const control = [
    `comment = 'foreign server of Basalt'`,
    `default_version = '${version}'`,
    `schema = 'pg_catalog'`,
    'trusted = true',
    'relocatable = false',
    '',
  ].join('\n')
  // Files are named by versions of which one exists: of the update, or of the first one.
  const versions = from === undefined ? version : `${from}--${version}`
  const files = [
    [join(controlDir, `${extension}--${versions}.sql`), guard(clusterData) + sql],
    [join(controlDir, `${extension}.control`), control],
  ] as const
  try {
    for (const [path, text] of files) {
      // oxlint-disable-next-line no-await-in-loop -- the control file after the script
      await writeFile(path, text, { flag: 'wx' })
      await chmod(path, 0o644)
    }
    await run()
  } finally {
    await Promise.all(files.map(([path]) => rm(path, { force: true })))
  }
}

/** A cluster of another project, which could see the file, does not run it. */
const guard = (clusterData: string): string => `
do $guard$ begin
  if pg_catalog.current_setting('data_directory') <> ${quoteLiteral(clusterData)} then
    raise exception 'This extension belongs to another database';
  end if;
end $guard$;
`

function createScript({ name, options, user, password }: ForeignServer): string {
  const server = quoteIdent(name)
  return `
create server ${server} foreign data wrapper postgres_fdw options (${listOptions(options)});
grant usage on foreign server ${server} to ${ownerRole};
create user mapping for public server ${server}
  options (user ${quoteLiteral(user)}, password ${quoteLiteral(password)});
`
}

function alterScript({ name, options, user, password }: ForeignServer): string {
  const server = quoteIdent(name)
  const changed = Object.entries(options).map(([key, value]) => `set ${key} ${quoteLiteral(value)}`)
  return `
alter server ${server} options (${changed.join(', ')});
alter user mapping for public server ${server}
  options (set user ${quoteLiteral(user)}, set password ${quoteLiteral(password)});
`
}

const listOptions = (options: ForeignServer['options']): string =>
  Object.entries(options)
    .map(([key, value]) => `${key} ${quoteLiteral(value)}`)
    .join(', ')

function checkName(extension: string): string {
  if (/^basalt_server_[\da-f]{32}$/u.test(extension)) return extension
  throw new EngineError('unsupported', `${extension} is no server of Basalt.`)
}
