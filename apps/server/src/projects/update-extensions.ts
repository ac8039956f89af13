import type { ProjectDatabase, ProjectEngine, Queryable } from '@basalt/engine'
import { type OwnExtension, ownExtensions } from '@basalt/extensions'
import { quoteIdent } from '@basalt/pg-sql'

import type { Log } from '../process/log.ts'
import type { Store } from '../store/store.ts'
import { runScripts } from './install-extension.ts'
import { listRunningRefs } from './running-refs.ts'

type Outdated = { name: string; version: string; isPlain: boolean; schema: string }

/** Databases whose extensions this process has seen in their current version. */
const updated = new WeakSet<object>()

/** Updates the extensions of a database once in each process, see `updateOutdated`. */
export async function updateExtensions(db: ProjectDatabase): Promise<void> {
  if (updated.has(db.shared)) return
  await updateOutdated(db)
  updated.add(db.shared)
}

/**
 * Updates extensions of Basalt that a database has in an older version. Those that were installed as
 * plain SQL have their version in the comment of the schema.
 *
 * @throws PostgreSQL's errors. All updates of the database are undone then.
 */
export async function updateOutdated(db: ProjectDatabase): Promise<void> {
  if ((await listOutdated(db)).length === 0) return
  await db.transaction(async (tx) => {
    // Two processes that update the same extension would fail.
    await tx.query(`select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('basalt update'))`)
    for (const one of await listOutdated(tx)) {
      // oxlint-disable-next-line no-await-in-loop -- at most a few after an update of Basalt
      await update(tx, one)
    }
  })
}

/** Updates the extensions of every project, also of those that no other schedule reads. */
export async function updateEveryProject(services: {
  store: Store
  backgroundEngine: ProjectEngine
  log: Log
}): Promise<void> {
  const { store, backgroundEngine, log } = services
  for (const ref of await listRunningRefs(store)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the background, one after the other
      await updateExtensions(await backgroundEngine.open(ref, 'owner'))
    } catch (error) {
      log.warn({ err: error, ref }, 'The extensions of a project were not updated')
    }
  }
}

async function listOutdated(db: Queryable): Promise<Outdated[]> {
  const rows = await db.query<Outdated>(
    `select e.extname as name, e.extversion as version, false as "isPlain", '' as schema
     from pg_catalog.pg_extension e
     join pg_catalog.pg_available_extensions a on a.name = e.extname
     where a.default_version <> e.extversion and e.extname = any ($1::text[])
     union all
     select found[1], found[2], true, n.nspname
     from pg_catalog.pg_namespace n, pg_catalog.regexp_match(
       pg_catalog.obj_description(n.oid, 'pg_namespace'), '^(\\w+) ([0-9.]+) of Basalt$') as found
     where found[1] = any ($1::text[])
     order by name`,
    [ownExtensions.map(({ name }) => name)],
  )
  // Everybody may comment on schemas of their own.
  return rows.filter(
    ({ name, version, isPlain, schema }) =>
      listUpdates(findOwn(name), version).length > 0 &&
      (!isPlain || schema === findOwn(name)?.schema),
  )
}

const findOwn = (name: string) => ownExtensions.find((one) => one.name === name)

/** Scripts of the later versions; none where the version is that of the original extension. */
function listUpdates(own: OwnExtension | undefined, version: string): string[] {
  const { updates = [], firstVersion } = own ?? {}
  const at = [firstVersion, ...updates.map(({ to }) => to)].indexOf(version)
  return at < 0 ? [] : updates.slice(at).map(({ sql }) => sql)
}

async function update(tx: Queryable, { name, version, isPlain }: Outdated): Promise<void> {
  const own = findOwn(name)
  if (!isPlain) await tx.query(`alter extension ${quoteIdent(name)} update`)
  else if (own !== undefined) await runScripts(tx, own, listUpdates(own, version))
}
