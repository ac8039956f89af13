import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import {
  arrangeBilling,
  arrangeOrganization,
  grantRole,
  makeOperator,
} from '../bootstrap/serve.mjs'
import { createCaller, projectWhen, runSql } from '../install/api.mjs'
import { readDraft, readNotes, writeDraft, writeNotes } from './notes.mjs'

const fixtures = [
  { email: 'owner@demo.test', name: 'Demo owner', role: 'Owner' },
  { email: 'administrator@demo.test', name: 'Demo administrator', role: 'Administrator' },
  { email: 'developer@demo.test', name: 'Demo developer', role: 'Developer' },
  { email: 'readonly@demo.test', name: 'Demo reader', role: 'Read-only' },
  { email: 'support@demo.test', name: 'Demo support', role: 'Support team' },
  { email: 'outsider@demo.test', name: 'Demo outsider', role: 'None' },
  // Each sees states of billing; the second one has an unpaid invoice of the first organization.
  { email: 'billing@demo.test', name: 'Demo accounts', role: 'None' },
  { email: 'overdue@demo.test', name: 'Demo debtor', role: 'None' },
]
const shop = { organization: 'Fjell Outdoor', project: 'Shop', region: 'eu-central-1' }
const side = { organization: 'Side projects' }
const guarded = { organization: 'Nordlys Finance' }

/** A custom role with read access to data and queries. */
const customRole = {
  name: 'Support team',
  rights: [
    'project.project-management.view',
    'project.data-database.view',
    'sql-editor.queries.run',
    'sql-editor.queries.view',
    'sql-editor.queries.list',
  ],
}

const scene = {
  plan: 'free',
  ageDays: 10,
  partner: null,
  restriction: null,
  hasAddress: true,
  hasBillingEmail: true,
  isOverdue: false,
}

/** An organization in every state of billing, by whose it is. */
const scenes = [
  ['billing', 'Free plan', {}],
  ['billing', 'Pro plan', { plan: 'pro', ageDays: 75, project: 'Storefront' }],
  ['billing', 'Team plan', { plan: 'team', ageDays: 40 }],
  ['billing', 'Enterprise plan', { plan: 'enterprise' }],
  ['billing', 'Grace period', { restriction: 'grace_period', project: 'Growing' }],
  ['billing', 'Grace period over', { restriction: 'grace_period_over', project: 'Grown' }],
  ['billing', 'Restricted', { restriction: 'restricted', project: 'Outgrown' }],
  ['billing', 'No billing address', { plan: 'pro', hasAddress: false }],
  ['billing', 'No billing email', { plan: 'pro', hasBillingEmail: false }],
  ['billing', 'Vercel marketplace', { plan: 'pro', partner: 'vercel_marketplace' }],
  ['billing', 'AWS marketplace', { plan: 'team', partner: 'aws' }],
  ['overdue', 'Overdue here', { plan: 'pro', ageDays: 50, isOverdue: true }],
  ['overdue', 'Overdue elsewhere', {}],
]

const snippets = [
  ['Revenue by country', 'select * from revenue_by_country order by revenue desc;\n'],
  [
    'Orders of the last 30 days',
    "select date_trunc('day', placed_at) as day, count(*), sum(total)\nfrom orders\nwhere placed_at > (select max(placed_at) from orders) - interval '30 days'\ngroup by day\norder by day;\n",
  ],
  ['Best sellers', 'select name, sold from best_sellers order by sold desc limit 20;\n'],
]

/**
 * Creates the missing users, organizations and the shop of the demo, and writes the accounts to
 * demo.json. Everything but the memberships uses the API, as users would.
 *
 * @param {{ url: string, dataDir: string, store: unknown }} install
 */
export async function seedDemo({ url, dataDir, store }) {
  const earlier = readNotes(dataDir)
  const draft = readDraft(dataDir)
  const passwords = [...(earlier?.users ?? []), ...(draft?.users ?? [])]
  const users = fixtures.map(({ email, name, role }) => {
    const password = passwords.find((user) => user.email === email)?.password
    return { email, name, role, password: password ?? makePassword() }
  })
  const people = users.map(({ email, password, role }) => ({ email, password, role }))
  // Before the accounts exist: a start that is interrupted loses no password.
  if (earlier === undefined) writeDraft(dataDir, { users: people, shop: draft?.shop ?? null })

  const callers = await signedIn(url, users)
  const owner = getCaller(callers, 'owner')
  const { slug } = await getOrganization(owner, shop.organization)
  const other = await getOrganization(owner, side.organization)
  const strict = await getOrganization(owner, guarded.organization)
  // Every role there is needs the plan that has them all.
  await arrangeOrganization(store, {
    organizationSlug: slug,
    plan: 'enterprise',
    requiresMfa: false,
  })
  const project = await getShop(owner, slug, {
    noted: earlier?.projects ?? [],
    started: draft?.shop ?? null,
    begin: (password) =>
      writeDraft(dataDir, { users: people, shop: { organization_slug: slug, password } }),
  })
  const custom = await getCustomRole(owner, slug)
  for (const { email, role } of users) {
    const assignment = getAssignment(role, { projectRef: project.ref, customRoleId: custom.id })
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
  const billed = await arrangeScenes(callers, store)
  await makeOperator(store, 'owner@demo.test')
  await showNotices(owner)
  writeNotes(dataDir, {
    url,
    users: people,
    organizations: [{ slug }, { slug: other.slug }, { slug: strict.slug }, ...billed],
    projects: [project],
  })
}

/**
 * The announcements of the catalogue, as an operator shows them.
 *
 * @param {import('../install/api.mjs').Caller} operator
 */
async function showNotices(operator) {
  const path = '/platform/operator/notices'
  for (const { key, is_on: isOn } of await operator.call('GET', path)) {
    if (!isOn) await operator.call('PUT', `${path}/${key}`, { body: { is_on: true } })
  }
}

/**
 * @param {Map<string, import('../install/api.mjs').Caller>} callers
 * @param {unknown} store
 * @returns {Promise<{ slug: string }[]>}
 */
async function arrangeScenes(callers, store) {
  const arranged = []
  for (const [person, name, { project, ...state }] of scenes) {
    const caller = getCaller(callers, person)
    const { slug } = await getOrganization(caller, name)
    if (project !== undefined) await getProject(caller, slug, project)
    const organizationSlug = await arrangeBilling(store, {
      organizationSlug: slug,
      ...scene,
      ...state,
    })
    arranged.push({ slug: organizationSlug })
  }
  return arranged
}

/**
 * @param {import('../install/api.mjs').Caller} caller
 * @param {string} slug
 * @param {string} name
 */
async function getProject(caller, slug, name) {
  const projects = await caller.call('GET', '/platform/projects')
  const found = projects.find((one) => one.name === name)
  if (found !== undefined) return
  const { ref } = await caller.call('POST', '/platform/projects', {
    body: {
      organization_slug: slug,
      name,
      db_pass: makePassword(),
      region: shop.region,
    },
  })
  await projectWhen(caller, ref, { status: 'ACTIVE_HEALTHY' })
}

/**
 * @param {Map<string, import('../install/api.mjs').Caller>} callers
 * @param {string} person
 */
function getCaller(callers, person) {
  const caller = callers.get(`${person}@demo.test`)
  if (caller === undefined) throw new Error(`The demo has no ${person}`)
  return caller
}

/**
 * @param {import('../install/api.mjs').Caller} owner
 * @param {string} slug
 */
async function getCustomRole(owner, slug) {
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
function getAssignment(role, { projectRef, customRoleId }) {
  if (role === 'None') return null
  if (role !== customRole.name) return { role, project_roles: [] }
  const inShop = { project_ref: projectRef, role: null, custom_role_id: customRoleId }
  return { role: null, project_roles: [inShop] }
}

/**
 * Signs everyone up who has no account yet; sessions by address.
 *
 * @param {string} url
 * @param {{ email: string, name: string, password: string }[]} users
 * @returns {Promise<Map<string, import('../install/api.mjs').Caller>>}
 */
async function signedIn(url, users) {
  const callers = new Map()
  for (const { email, name, password } of users) {
    const caller = createCaller(url)
    const known = await caller.signIn({ email, password }).catch(() => undefined)
    if (known === undefined) await caller.signUp({ email, password, name })
    callers.set(email, caller)
  }
  return callers
}

/**
 * @param {import('../install/api.mjs').Caller} owner
 * @param {string} name
 */
async function getOrganization(owner, name) {
  const organizations = await owner.call('GET', '/platform/organizations')
  return (
    organizations.find((organization) => organization.name === name) ??
    owner.call('POST', '/platform/organizations', { body: { name, kind: 'Company' } })
  )
}

/**
 * @param {import('../install/api.mjs').Caller} owner
 * @param {string} slug
 * @param {{
 *   noted: import('./notes.mjs').Notes['projects'],
 *   begun: import('./notes.mjs').Draft['shop'],
 *   begin: (password: string) => void,
 * }} notes
 */
async function getShop(owner, slug, { noted, started, begin }) {
  const projects = await owner.call('GET', '/platform/projects')
  const found = projects.find(
    ({ name, organization_slug: of }) => name === shop.project && of === slug,
  )
  const known = noted.find(({ ref }) => ref === found?.ref)
  if (known !== undefined) {
    const { password } = new URL(known.connection_string)
    return getNote(
      await projectWhen(owner, known.ref, { status: 'ACTIVE_HEALTHY' }),
      slug,
      password,
    )
  }
  if (found !== undefined) {
    if (started?.organization_slug !== slug) {
      throw new Error(
        `There is a project called ${shop.project} that the demo did not make. Rename it, then run npm run demo again.`,
      )
    }
    await owner.call('DELETE', `/platform/projects/${found.ref}`)
  }
  const password = makePassword()
  begin(password)
  const { ref } = await createShop(owner, slug, password)
  const project = await projectWhen(owner, ref, { status: 'ACTIVE_HEALTHY' })
  await fillShop(owner, project)
  return getNote(project, slug, password)
}

/**
 * @param {any} project
 * @param {string} slug
 * @param {string} password
 */
function getNote({ ref, connection: { host, port, user, database } }, slug, password) {
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

/** Letters and digits only: it is also used in a connection string. */
const makePassword = () =>
  randomBytes(24)
    .toString('base64')
    .replaceAll(/[^a-zA-Z0-9]/gu, '')
    .slice(0, 24)
