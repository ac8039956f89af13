import { join } from 'node:path'

import { type ClusterCopy, type CopyOptions, EngineError } from '@basalt/engine'
import type { OpenDatabase } from '@basalt/pg-connection'

import { type ClusterHome, homeAt } from './cluster-home.ts'
import { readUsage } from './cluster-settings.ts'
import type { ClusterServer } from './cluster.ts'
import { ClusterConnections } from './connections.ts'
import { makePrivateDirectory } from './copy-tree.ts'
import { createFailure } from './creation.ts'
import { toolPath } from './installation.ts'
import { removeLeftover, unfinishedDir, writeMark } from './leftovers.ts'
import { copyOnline } from './online-copy.ts'
import { operatingUser } from './operating-user.ts'
import type { EmbeddedOptions } from './options.ts'
import type { Place } from './place.ts'
import { userDatabase } from './roles.ts'
import { runTool } from './run-tool.ts'

const mib = 1024 ** 2
/** Besides the copy itself: for WAL, temporary files and what is built in the copy. */
const spareBytes = 1024 * mib

/** Nothing of a copy has to survive, and it must not reach other servers. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  archive_mode: 'off',
  archive_library: '',
  primary_conninfo: '',
  restore_command: '',
  synchronous_standby_names: '',
  recovery_target_timeline: 'latest',
  max_logical_replication_workers: '0',
  shared_preload_libraries: '',
  session_preload_libraries: '',
  default_transaction_read_only: 'off',
  // Its log is deleted with it; values of rows still do not belong there.
  logging_collector: 'off',
  log_destination: 'stderr',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

/** Extensions whose functions reach other servers or programs. */
const reachingOut = ['dblink', 'http', 'pg_net', 'pg_cron', 'plperlu', 'plpython3u', 'pltclu']

const cutConnections = `do $$
declare
  one text;
begin
  for one in
    select e.extname from pg_extension e
    where e.extname in (${reachingOut.map((name) => `'${name}'`).join(', ')}) or exists (
      select from pg_depend d where d.refclassid = 'pg_extension'::regclass
        and d.refobjid = e.oid and d.classid = 'pg_foreign_data_wrapper'::regclass
    )
  loop
    execute format('drop extension if exists %I cascade', one);
  end loop;
  for one in select fdwname from pg_foreign_data_wrapper loop
    execute format('drop foreign data wrapper if exists %I cascade', one);
  end loop;
end $$`

type Source = {
  place: Place
  home: ClusterHome
  control: OpenDatabase
  options: EmbeddedOptions
  freeBytes: number
  readerStatementMs: number
}

/** Makes a copy of a running cluster below the data directory, and starts it. */
export async function copyCluster(source: Source, copying: CopyOptions): Promise<ClusterCopy> {
  const { place, control, options, freeBytes } = source
  const usage = await readUsage(control)
  const totalBytes = usage.databaseBytes + usage.walBytes
  refuseLarge(totalBytes, { freeBytes, maxBytes: copying.maxBytes })
  const base = join(options.dataDir, 'scratch')
  await removeLeftover(base, 'copy')
  const home = homeAt(unfinishedDir(base, 'copy'), source.home.ref)
  try {
    await makePrivateDirectory(home.dir, operatingUser())
    await writeMark(home.dir, 'copy', base)
    await copyOnline(control, {
      source: source.home.data,
      target: home.data,
      maxBytes: Math.max(copying.maxBytes, totalBytes) + spareBytes,
      signal: copying.signal,
      onBytes: (bytes) => copying.onProgress(Math.min(bytes, totalBytes), totalBytes),
    })
    await place.ports.assign(home, { major: place.manifest.major })
    await recover(place, home)
    copying.signal.throwIfAborted()
    return await startCopy(source, home, () => removeLeftover(base, 'copy'))
  } catch (error) {
    await removeLeftover(base, 'copy').catch(() => {})
    if (copying.signal.aborted) throw new EngineError('cancelled', 'The copy was cancelled.')
    throw createFailure(error)
  }
}

function refuseLarge(
  totalBytes: number,
  { freeBytes, maxBytes }: { freeBytes: number; maxBytes: number },
): void {
  const show = (bytes: number) => `${Math.ceil(bytes / mib)} MB`
  if (totalBytes > maxBytes) {
    throw new EngineError(
      'create-failed',
      `The database has ${show(totalBytes)}; databases up to ${show(maxBytes)} are copied.`,
    )
  }
  const needed = totalBytes * 2 + spareBytes
  if (freeBytes < needed) {
    throw new EngineError(
      'create-failed',
      `A copy of the database needs ${show(needed)} of free disk space; ${show(freeBytes)} are free.`,
    )
  }
}

/** Recovers the copy in single-user mode, where no client connects before connections are cut. */
async function recover(place: Place, { data }: ClusterHome): Promise<void> {
  const { stderr } = await runTool(
    toolPath(place.installation, 'postgres'),
    [
      '--single',
      '-j',
      '-D',
      data,
      ...listFlags({ ...settings, log_min_messages: 'error' }),
      userDatabase,
    ],
    { user: operatingUser(), input: `${cutConnections};\n\n` },
  )
  const failure = /(?:ERROR|FATAL|PANIC):.*/u.exec(stderr)
  if (failure !== null) throw new Error(failure[0])
}

const listFlags = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])

async function startCopy(
  { place, options, readerStatementMs }: Source,
  home: ClusterHome,
  deleteFiles: () => Promise<void>,
): Promise<ClusterCopy> {
  const server: ClusterServer = place.server({ ref: home.ref, dir: home.dir, tcp: false }, settings)
  const connections = new ClusterConnections(home, {
    host: place.controlHost,
    port: () => server.port(),
    secretFor: options.secretFor,
    limits: options.limits,
    major: place.manifest.major,
    readerStatementMs,
  })
  await server.start(() => {})
  return {
    db: await connections.open('owner', undefined),
    remove: async () => {
      await connections.close()
      await deleteFiles()
    },
  }
}
