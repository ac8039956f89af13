import { writeFileSync } from 'node:fs'

import { defaultRegion } from '@basalt/catalog'
import type { ProjectEngine } from '@basalt/engine'

import type { Log } from '../../process/log.ts'
import type { ProjectLifecycle } from '../../projects/lifecycle.ts'
import { recordAudit, systemOrigin } from '../../store/audit.ts'
import { findProject, insertProject, moveProjectAs } from '../../store/projects.ts'
import type { Store } from '../../store/store.ts'

/** The slug and ref of the only organization and project of a single-database install. */
export const defaultName = 'default'

/** The actor in the audit log: these changes have no user. */
const job = 'Start of the install'

type DefaultProjectServices = {
  store: Store
  engine: ProjectEngine
  lifecycle: ProjectLifecycle
  ownerPassword: string
}

/**
 * Makes the project if there is none, and writes the URL of its database to a file that only its
 * owner may read, for psql and other tools. The file is written once the database is there.
 */
export async function startDefaultProject(
  services: DefaultProjectServices & { connectionFile: string | null; log: Log },
): Promise<void> {
  const { engine, lifecycle, ownerPassword, connectionFile, log } = services
  await ensureDefaultProject(services)
  if (connectionFile === null) return
  const write = async () => {
    const url = await defaultConnectionUrl(engine, ownerPassword)
    writeFileSync(connectionFile, `${url}\n`, { mode: 0o600 })
  }
  void lifecycle
    .idle()
    .then(write)
    .catch((error: unknown) => log.error({ err: error }, 'project-connection was not written'))
}

/** Creates the only organization and project of an install that has exactly one of each. */
export async function ensureDefaultProject(services: DefaultProjectServices): Promise<void> {
  const { store, engine } = services
  const existing = await findProject(store, defaultName)
  if (existing !== null) return retryFailed(services, existing.isReady)
  const organizationId = await ensureOrganization(store)
  const name = 'Default project'
  await store.transaction().execute(async (tx) => {
    await insertProject(
      tx,
      {
        ref: defaultName,
        name,
        organization_id: organizationId,
        cloud_provider: 'AWS',
        region: defaultRegion.production,
        compute_size: 'ci_small',
      },
      null,
    )
    await recordAudit(tx, systemOrigin(job), {
      action: 'project.created',
      organizationId,
      projectRef: defaultName,
      target: { kind: 'project', id: defaultName, name },
      after: { name },
    })
  })
  if (engine.features.has('create')) {
    await makeOrAdopt(services)
    return
  }
  const health = await engine.health(defaultName)
  await moveProjectAs(store, defaultName, {
    name: job,
    ...(health.ok
      ? { to: 'ACTIVE_HEALTHY' as const }
      : { to: 'ACTIVE_UNHEALTHY' as const, reason: health.reason }),
  })
}

/** Users cannot delete and recreate the only project, so a failed start is tried again. */
async function retryFailed(services: DefaultProjectServices, isReady: boolean): Promise<void> {
  const { store, engine, lifecycle } = services
  if (isReady || !engine.features.has('create')) return
  await lifecycle.idle()
  if (await moveProjectAs(store, defaultName, { name: job, to: 'COMING_UP' })) {
    await makeOrAdopt(services)
  }
}

/** An existing cluster is never created again: it may have data that no store knows of. */
async function makeOrAdopt({ engine, lifecycle, ownerPassword }: DefaultProjectServices) {
  const state = await engine.state(defaultName).catch(() => 'stopped' as const)
  if (state === 'absent') lifecycle.create(defaultName, ownerPassword)
  else lifecycle.adopt(defaultName)
}

/**
 * The connection of the owner's own tools, with the password: the owner of such an install never
 * chose one in a form.
 */
async function defaultConnectionUrl(engine: ProjectEngine, password: string): Promise<string> {
  const { host, port, user, database } = await engine.connection(defaultName)
  return `postgresql://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`
}

async function ensureOrganization(store: Store): Promise<number> {
  const existing = await store
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', defaultName)
    .executeTakeFirst()
  if (existing !== undefined) return existing.id
  const made = await store
    .insertInto('organizations')
    .values({ slug: defaultName, name: 'Default', kind: 'N/A', plan: 'enterprise' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}
