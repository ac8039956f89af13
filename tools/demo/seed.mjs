import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { arrangeOrganization, grantRole } from '../bootstrap/serve.mjs'
import { createCaller, projectWhen, runSql } from '../install/api.mjs'
import { readNotes, writeNotes } from './notes.mjs'

const cast = [
  { email: 'owner@demo.test', name: 'Olga Berg', role: 'Owner' },
  { email: 'administrator@demo.test', name: 'Anneli Kask', role: 'Administrator' },
  { email: 'developer@demo.test', name: 'Dmitri Huber', role: 'Developer' },
  { email: 'readonly@demo.test', name: 'Inès Moreau', role: 'Read-only' },
  { email: 'support@demo.test', name: 'Tomás Ferreira', role: 'Support desk' },
  { email: 'outsider@demo.test', name: 'Pavel Novák', role: 'None' },
]
const shop = { organization: 'Fjell Outdoor', project: 'Shop', region: 'eu-central-1' }
const side = { organization: 'Side projects' }
const guarded = { organization: 'Nordlys Finance' }

/** A custom role: looks at data and queries, and changes nothing. */
const customRole = {
  name: 'Support desk',
  rights: [
    'project.project-management.view',
    'project.data-database.view',
    'sql-editor.queries.run',
    'sql-editor.queries.view',
    'sql-editor.queries.list',
  ],
}

const snippets = [
  ['Revenue by country', 'select * from revenue_by_country order by revenue desc;\n'],
  [
    'Orders of the last 30 days',
    "select date_trunc('day', placed_at) as day, count(*), sum(total)\nfrom orders\nwhere placed_at > (select max(placed_at) from orders) - interval '30 days'\ngroup by day\norder by day;\n",
  ],
  ['Best sellers', 'select name, sold from best_sellers order by sold desc limit 20;\n'],
]

/**
 * Fills an install with the demo's people, organizations and shop, as far as they are not
 * there yet, and writes who can sign in where to demo.json. Everything goes through the
 * API, as if people had done it, but for the memberships.
 *
 * @param {{ url: string, dataDir: string, store: unknown }} install
 */
export async function seedDemo({ url, dataDir, store }) {
  const earlier = readNotes(dataDir)
  const users = cast.map(({ email, name, role }) => {
    const password = earlier?.users.find((user) => user.email === email)?.password
    return { email, name, role, password: password ?? makePassword() }
  })
  const people = users.map(({ email, password, role }) => ({ email, password, role }))
  // Written before the accounts exist: a start that is interrupted loses no password.
  if (earlier === undefined)
    writeNotes(dataDir, { url, users: people, organizations: [], projects: [] })

  const owner = await signedIn(url, users)
  const { slug } = await organizationOf(owner, shop.organization)
  const other = await organizationOf(owner, side.organization)
  const strict = await organizationOf(owner, guarded.organization)
  // Every role there is needs the plan that has them all.
  await arrangeOrganization(store, {
    organizationSlug: slug,
    plan: 'enterprise',
    requiresMfa: false,
  })
  const project = await shopOf(owner, slug, earlier?.projects ?? [])
  const custom = await customRoleOf(owner, slug)
  for (const { email, role } of users) {
    const assignment = assignmentOf(role, { projectRef: project.ref, customRoleId: custom.id })
    if (assignment !== null) await grantRole(store, { email, organizationSlug: slug, assignment })
  }
  await grantRole(store, {
    email: 'developer@demo.test',
    organizationSlug: strict.slug,
    assignment: { role: 'Developer', project_roles: [] },
  })
  await arrangeOrganization(store, {
    organizationSlug: strict.slug,
    plan: 'team',
    requiresMfa: true,
  })
  writeNotes(dataDir, {
    url,
    users: people,
    organizations: [{ slug }, { slug: other.slug }, { slug: strict.slug }],
    projects: [project],
  })
}

/**
 * @param {import('../install/api.mjs').Caller} owner
 * @param {string} slug
 */
async function customRoleOf(owner, slug) {
  const path = `/platform/organizations/${slug}/roles`
  const roles = await owner.call('GET', path)
  return (
    roles.find(({ name }) => name === customRole.name) ??
    owner.call('POST', path, { body: customRole })
  )
}

/**
 * @param {string} role
 * @param {{ projectRef: string, customRoleId: string }} custom
 */
function assignmentOf(role, { projectRef, customRoleId }) {
  if (role === 'None') return null
  if (role !== customRole.name) return { role, project_roles: [] }
  const inShop = { project_ref: projectRef, role: null, custom_role_id: customRoleId }
  return { role: null, project_roles: [inShop] }
}

/**
 * Signs everyone up who has no account yet; the owner's session is given back.
 *
 * @param {string} url
 * @param {{ email: string, name: string, password: string }[]} users
 */
async function signedIn(url, users) {
  const callers = []
  for (const { email, name, password } of users) {
    const caller = createCaller(url)
    const known = await caller.signIn({ email, password }).catch(() => undefined)
    if (known === undefined) await caller.signUp({ email, password, name })
    callers.push(caller)
  }
  const [owner] = callers
  if (owner === undefined) throw new Error('The demo has no owner')
  return owner
}

/**
 * @param {import('../install/api.mjs').Caller} owner
 * @param {string} name
 */
async function organizationOf(owner, name) {
  const organizations = await owner.call('GET', '/platform/organizations')
  return (
    organizations.find((organization) => organization.name === name) ??
    owner.call('POST', '/platform/organizations', { body: { name, kind: 'Company' } })
  )
}

/**
 * @param {import('../install/api.mjs').Caller} owner
 * @param {string} slug
 * @param {{ ref: string, connection_string: string }[]} earlier
 */
async function shopOf(owner, slug, earlier) {
  const projects = await owner.call('GET', '/platform/projects')
  const found = projects.find(({ name }) => name === shop.project)
  const noted = earlier.find(({ ref }) => ref === found?.ref)
  // Without its note the password of a project is lost, and a shop is quickly made again.
  if (found !== undefined && noted === undefined) {
    await owner.call('DELETE', `/platform/projects/${found.ref}`)
  }
  const password = noted === undefined ? makePassword() : new URL(noted.connection_string).password
  const { ref } = noted ?? (await createShop(owner, slug, password))
  const project = await projectWhen(owner, ref, { status: 'ACTIVE_HEALTHY' })
  if (noted === undefined) await fillShop(owner, project)
  const { host, port, user, database } = project.connection
  return {
    ref,
    organization_slug: slug,
    connection_string: `postgresql://${user}:${password}@${host}:${port}/${database}`,
  }
}

/**
 * @param {import('../install/api.mjs').Caller} owner
 * @param {string} slug
 * @param {string} password
 */
const createShop = (owner, slug, password) =>
  owner.call('POST', '/platform/projects', {
    body: {
      organization_slug: slug,
      name: shop.project,
      db_pass: password,
      region: shop.region,
    },
  })

/**
 * @param {import('../install/api.mjs').Caller} owner
 * @param {{ ref: string, connectionString: string }} project
 */
async function fillShop(owner, project) {
  await runSql(owner, project, readFileSync(new URL('shop.sql', import.meta.url), 'utf8'))
  for (const [name, sql] of snippets) {
    await owner.call('POST', `/platform/projects/${project.ref}/content`, {
      body: { id: randomUUID(), name, sql },
    })
  }
}

/** Letters and digits only: it also stands in a connection string. */
const makePassword = () =>
  randomBytes(24)
    .toString('base64')
    .replaceAll(/[^a-zA-Z0-9]/gu, '')
    .slice(0, 24)
