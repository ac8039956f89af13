import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'

import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import { embeddedEngine } from '@basalt/engine-embedded'
import { internet, passwordHashes } from '@basalt/identity'
import { type Jobs, openJobs } from '@basalt/jobs'
import { systemLogExplorer, systemLogStore } from '@basalt/logs'
import { clientWithCookies, dataDirectory, waitFor } from '@basalt/testkit'
import type { PoolConfig } from 'pg'
import pino from 'pino'

import { installMigrations } from '../areas.ts'
import { accountIdentity } from '../areas/account/sessions.ts'
import { operatorPayments } from '../areas/billing/payments/operator-payments.ts'
import { readsHere } from '../grammar/script-reader.ts'
import { memberPermissions } from '../http/permissions.ts'
import { createInstall } from '../install.ts'
import type { InstallParts } from '../install/install-parts.ts'
import { createResources, readingLimits } from '../limits/resources.ts'
import { outboxMailer } from '../mail/mailer.ts'
import { systemClock } from '../process/clock.ts'
import { scorePassword } from '../secrets/password-strength.ts'
import { createVault, type Vault } from '../secrets/vault.ts'
import { retentionByPlan } from '../store/audit-retention.ts'
import { openStore } from '../store/store.ts'
import { systemDatabase } from './system-database.ts'

export type TestInstall = Awaited<ReturnType<typeof startTestInstall>>

/** Passes every strength check; no two accounts need different ones. */
export const strongPassword = 'plain-otter-Velvet-41-quarry'

const scores = new Map<string, ReturnType<typeof scorePassword>>()

/** Nearly all accounts have the same password, and scoring takes longer than the rest of a sign-up. */
function scoreOnce(password: string) {
  const score = scores.get(password) ?? scorePassword(password)
  scores.set(password, score)
  return score
}

/** An install without external services and without output. */
const quiet = {
  strength: { check: scoreOnce },
  // Thousands of accounts sign up here: hashing at full cost would take most of the tests' time.
  passwords: passwordHashes({ N: 2 ** 4, r: 1, p: 1 }),
  scripts: readsHere,
  // Tests call the jobs they are about, so that no other job changes their rows.
  jobs: { run: () => undefined, add: () => Promise.resolve(), close: () => Promise.resolve() },
  github: null,
  capabilities: ['accounts', 'organizations', 'projects', 'billing', 'outbox'],
  disabledFeatures: [],
  auditRetention: retentionByPlan,
  adminPassword: null,
  outside: internet({ allowsLoopback: true }),
  publicUrl: 'http://basalt.test',
  trustedProxies: [],
  supportEmail: 'support@basalt.test',
  telemetryUrl: null,
  discussionsUrl: null,
  testimonialsFile: null,
  development: false,
  version: '0.0.0',
  dashboardDirectory: null,
  guidesDirectory: fileURLToPath(new URL('../../../../docs/guides', import.meta.url)),
  logger: pino({ level: 'silent' }),
  errorReports: { report: () => undefined },
  clock: systemClock,
  model: null,
  tracing: null,
  payments: operatorPayments(),
} satisfies Partial<InstallParts>

export type TestParts = Partial<InstallParts> & {
  /** Runs the tasks that its endpoints add, and no schedules. */
  runsTasks?: boolean
}

function tasksOf(connection: PoolConfig): Jobs {
  const log = { warn: () => undefined, error: () => undefined }
  const jobs = openJobs({ connection, log, stopMs: 500, pollMs: 200 })
  return { ...jobs, run: ({ tasks }) => jobs.run({ schedules: [], ...(tasks && { tasks }) }) }
}

const openLogs = (connection: PoolConfig, vault: Vault) => ({
  logStore: systemLogStore({ connection }),
  logExplorer: systemLogExplorer({
    connection,
    passwordOf: (ref) => vault.derive(`log-explorer/${ref}`),
  }),
})

/** The real install on a separate system database and real project clusters, on a free port. */
export async function startTestInstall({ runsTasks = false, ...change }: TestParts = {}) {
  const folder = await dataDirectory()
  const system = await systemDatabase()
  const vault = createVault('test-key-test-key-test-key-test-key')
  const { store, close } = await openStore(system.address, { migrations: installMigrations })
  const resources = change.resources ?? createResources()
  const engine = embeddedEngine({
    limits: readingLimits(resources),
    dataDir: folder.path,
    resolveFrom: fileURLToPath(import.meta.url),
    secretFor: (label: string) => vault.derive(label),
  })
  const logParts = openLogs(system.address, vault)
  const parts: InstallParts = {
    resources,
    ...logParts,
    store,
    vault,
    engine,
    identity: accountIdentity(store),
    permissions: memberPermissions(store),
    mailer: outboxMailer(store),
    dataDir: folder.path,
    ...quiet,
    ...(runsTasks && { jobs: tasksOf(system.address) }),
    ...change,
  }
  const install = createInstall(parts)
  const { port } = await install.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${port}`

  return {
    url,
    /** Accepts the connections. */
    server: install.app.http.server,
    store,
    /** The address of its system database. */
    system: system.address,
    engine,
    vault,
    lifecycle: install.lifecycle,
    egress: install.egress,
    blocks: install.blocks,
    reports: install.reports,
    disks: install.disks,
    gateway: install.gateway,
    logs: install.logs,
    parts,
    /** The routes that are mounted. */
    endpointNames: [...install.app.endpoints.keys()],
    client: () => connectedClient(url),
    async close() {
      await install.close()
      await install.lifecycle.idle()
      await engine.shutdown()
      await logParts.logExplorer.close()
      await logParts.logStore.close()
      await close()
      await system.drop()
      await folder.remove()
    },
  }
}

/** A client that sends the encrypted connection of a project once it has read its detail. */
function connectedClient(url: string) {
  const connections = new Map<string, string>()
  const client = clientWithCookies(url, (route, params) => {
    const connection = connections.get(String(params['ref']))
    return route.path.startsWith('/platform/pg-meta/') && connection !== undefined
      ? { 'x-connection-encrypted': connection }
      : {}
  })
  return { ...client, connections }
}

export type ConnectedClient = ReturnType<typeof connectedClient>

/** A signed-in user with a new address. */
export async function signUp(install: TestInstall, name = 'person') {
  const client = install.client()
  const email = `${name}-${randomUUID()}@example.test`
  await client.call(signIn.signUp, { body: { email, password: strongPassword } })
  const profile = await client.call(profiles.get, {})
  return { client, email, profile }
}

/** A signed-in owner with an organization. */
export async function signUpOwner(install: TestInstall) {
  const user = await signUp(install, 'owner')
  const organization = await user.client.call(organizations.create, { body: { name: 'Acme' } })
  return { ...user, organization }
}

/** A project of the organization whose database answers. */
export async function createProject(client: ConnectedClient, organizationSlug: string) {
  const { ref } = await client.call(projects.create, {
    body: {
      organization_slug: organizationSlug,
      name: 'Shop',
      db_pass: strongPassword,
      region: 'eu-central-1',
    },
  })
  const question = async () => {
    const detail = await client.call(projects.detail, { params: { ref } })
    if (detail.status !== 'ACTIVE_HEALTHY' || detail.connectionString === null) return undefined
    client.connections.set(ref, detail.connectionString)
    return detail
  }
  return waitFor(question, { what: 'The project answers', timeoutMs: 30_000 })
}
