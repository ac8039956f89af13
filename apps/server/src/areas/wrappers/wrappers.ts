import { ApiError } from '@basalt/contract/errors'
import { vault } from '@basalt/contract/vault/vault'
import { foreignServerLimit, wrappers as routes } from '@basalt/contract/wrappers/wrappers'
import { EngineError, type ForeignServer, type ProjectEngine, type Queryable } from '@basalt/engine'
import type { OutboundNetwork } from '@basalt/identity'
import { quoteIdent } from '@basalt/pg-sql'

import { type Context, getProject, getScope } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import { resolveSecrets } from '../../projects/resolve-secrets.ts'
import { listProjectsFor } from '../../store/projects.ts'
import type { KeyServices } from '../../vault/vault-keys.ts'
import { listRemoteTables, testConnection } from './remote.ts'
import {
  type Connection,
  deleteServer,
  findServer,
  insertServer,
  listServers,
  noteExtension,
  type StoredServer,
} from './server-store.ts'
import { checkTarget, mayQuery, TargetError } from './target.ts'

type Services = KeyServices & { engine: ProjectEngine; outside: OutboundNetwork }

/** Servers of postgres_fdw of a project's database. */
export function wrapperFeature(services: Services): Endpoint[] {
  const { engine, store } = services
  return [
    serve(routes.list, async (_, context) => {
      const { id, organization_slug: slug } = getProject(context)
      const db = await databaseFor(engine, context)
      const [stored, counts, projects] = await Promise.all([
        listServers(store, id),
        countTables(db),
        listProjectsFor(store, [slug]),
      ])
      return {
        is_supported: await isSupported(engine),
        servers: stored.map((server) => present(server, counts)),
        projects: projects
          .filter((project) => mayQuery(context, project))
          .map(({ ref, name }) => ({ ref, name })),
      }
    }),
    serve(routes.test, async ({ body }, context) => {
      requireReveal(context)
      try {
        const address = await checkTarget(services, context, body.target)
        return await testConnection(address, await resolveLogin(services, context, body))
      } catch (error) {
        if (!(error instanceof TargetError)) throw error
        return { failed: 'name' as const, message: error.message, tables: 0 }
      }
    }),
    serve(routes.create, async ({ body }, context) => ({
      id: await create(services, context, body),
    })),
    serve(routes.refresh, async ({ params: { id } }, context) => {
      requireReveal(context)
      const server = await known(services, context, id)
      await audit(services, context, { action: 'foreign_server.refreshed', server })
      await refresh(services, context, server)
      return { ok: true as const }
    }),
    serve(routes.remove, async ({ params: { id } }, context) => {
      const server = await known(services, context, id)
      await audit(services, context, { action: 'foreign_server.removed', server })
      const { ref } = getProject(context)
      await engine.changeForeignServer(ref, { action: 'drop', extension: server.extension })
      await deleteServer(store, id)
      return { ok: true as const }
    }),
  ]
}

/** Tables of the remote database. */
export function remoteTableFeature(services: Services): Endpoint[] {
  const { engine } = services
  return [
    serve(routes.tables, async ({ params: { id } }, context) => {
      requireReveal(context)
      const server = await known(services, context, id)
      const address = await checkTarget(services, context, server.target)
      const login = await resolveLogin(services, context, server)
      return listRemoteTables(address, login).catch((error: Error) => {
        throw new ApiError('conflict', `The server did not answer: ${error.message}`)
      })
    }),
    serve(routes.importTables, async ({ params: { id }, body }, context) => {
      const server = await known(services, context, id)
      const db = await databaseFor(engine, context)
      await audit(services, context, {
        action: 'foreign_server.tables_imported',
        server,
        details: body,
      })
      const { remote_schema: remote, local_schema: local, tables } = body
      await db.transaction(async (tx) => {
        await tx.query(`create schema if not exists ${quoteIdent(local)}`)
        await tx.query(
          `import foreign schema ${quoteIdent(remote)}
             limit to (${tables.map(quoteIdent).join(', ')})
             from server ${quoteIdent(server.name)} into ${quoteIdent(local)}`,
        )
      })
      return { ok: true as const }
    }),
  ]
}

async function isSupported(engine: ProjectEngine): Promise<boolean> {
  return (
    engine.features.has('foreign-servers') &&
    (await engine.manifest()).extensions.includes('postgres_fdw')
  )
}

type Body = Connection & { name: string }

async function create(services: Services, context: Context, body: Body): Promise<string> {
  requireReveal(context)
  const { store, engine } = services
  const { id: projectId, ref } = getProject(context)
  const others = await listServers(store, projectId)
  if (others.length >= foreignServerLimit) {
    throw new ApiError('conflict', `This project has ${foreignServerLimit} servers, the limit.`)
  }
  const server = await describeServer(services, context, body)
  await audit(services, context, {
    action: 'foreign_server.created',
    server: { id: '', name: body.name },
    details: { target: body.target, database: body.database, username: body.username },
  })
  try {
    const extension = await engine.changeForeignServer(ref, { action: 'create', server })
    return await insertServer(store, projectId, { ...body, extension })
  } catch (error) {
    if (!(error instanceof EngineError) || error.sql?.sqlstate !== '42710') throw error
    const message = 'Another server has this name'
    throw new ApiError('conflict', message, { fields: { name: message } })
  }
}

/** Alters the server, or makes it again where the database has lost it. */
async function refresh(services: Services, context: Context, stored: StoredServer) {
  const { engine, store } = services
  const { ref } = getProject(context)
  const server = await describeServer(services, context, stored)
  const db = await engine.open(ref, 'owner')
  const { extension } = stored
  const [found] = await db.query('select from pg_catalog.pg_extension where extname = $1', [
    extension,
  ])
  const changed = await engine.changeForeignServer(
    ref,
    found === undefined ? { action: 'create', server } : { action: 'alter', extension, server },
  )
  await noteExtension(store, stored.id, changed)
}

async function describeServer(
  services: Services,
  context: Context,
  body: Body,
): Promise<ForeignServer> {
  const { host, address, port, sslmode } = await checkTarget(services, context, body.target)
  const { password } = await resolveLogin(services, context, body)
  return {
    name: body.name,
    user: body.username,
    password,
    options: {
      host,
      hostaddr: address,
      port: String(port),
      dbname: body.database,
      sslmode,
      ...(sslmode === 'verify-full' && { sslrootcert: 'system' }),
    },
  }
}

async function resolveLogin(services: Services, context: Context, connection: Connection) {
  const { database, username, password_secret: secret } = connection
  const password = await resolveSecrets(services, getProject(context).ref, `{{vault:${secret}}}`)
  return { database, username, password }
}

/** The server of the target gets the secret, so naming it is as good as reading it. */
function requireReveal(context: Context): void {
  if (context.may(vault.reveal.permission, getScope(getProject(context)))) return
  throw new ApiError('forbidden', 'You need the right to reveal secrets to use them for a server')
}

async function known({ store }: Services, context: Context, id: string): Promise<StoredServer> {
  const server = await findServer(store, getProject(context).id, id)
  if (server === undefined) throw new ApiError('not_found', 'This server does not exist')
  return server
}

/** Foreign tables by server; a server without tables has 0, a missing one no entry. */
async function countTables(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ name: string; tables: number }>(
    `select s.srvname as name, count(t.ftrelid)::int as tables
     from pg_catalog.pg_foreign_server s
     left join pg_catalog.pg_foreign_table t on t.ftserver = s.oid
     group by s.srvname`,
  )
  return new Map(rows.map(({ name, tables }) => [name, tables]))
}

const present = (server: StoredServer, counts: ReadonlyMap<string, number>) => ({
  id: server.id,
  name: server.name,
  target: server.target,
  database: server.database,
  username: server.username,
  password_secret: server.password_secret,
  tables: counts.get(server.name) ?? 0,
  is_missing: !counts.has(server.name),
  created_at: server.created_at.toISOString(),
  updated_at: server.updated_at.toISOString(),
})

type Audited = {
  action: string
  server: { id: string; name: string }
  details?: Readonly<Record<string, unknown>>
}

const audit = (
  { store }: Services,
  context: Context,
  { action, server, details = {} }: Audited,
): Promise<void> =>
  context.audit(store, {
    action,
    target: { kind: 'foreign_server', id: server.id, name: server.name },
    after: { ...details, written: 'before it ran' },
  })
