import { randomBytes } from 'node:crypto'

import { createCaller, projectWhen } from '../install/api.mjs'
import { createProject } from './projects.mjs'

/** @typedef {import('../install/api.mjs').Caller} Caller */

/** Each account has its own address, so that the rate limit per address affects none of them. */
export const teamSettings = { BASALT_TRUSTED_PROXIES: '127.0.0.1' }

/**
 * Signs up users, all members of one organization, and creates a project with write access for all.
 *
 * @param {string} url of an install with `teamSettings`
 * @param {{ size: number, plan?: string }} options
 */
export async function prepareTeam(url, { size, plan = 'free' }) {
  const password = `Gneiss-${randomBytes(12).toString('hex')}`
  const personAt = (place) => ({ email: `person-${place}@example.test`, password })
  /** @type {Caller[]} */
  const callers = []
  // Passwords are hashed at their full cost, which uses memory: a few at a time.
  for (let from = 0; from < size; from += 4) {
    const places = Array.from({ length: Math.min(4, size - from) }, (_, at) => from + at)
    callers.push(
      ...(await Promise.all(places.map((place) => signedUp(url, personAt(place), place)))),
    )
  }
  const [owner] = callers
  if (owner === undefined) throw new Error('A team has at least one person')
  const { slug } = await owner.call('POST', '/platform/organizations', {
    body: { name: 'Bench', plan },
  })
  await Promise.all(
    callers.slice(1).map(async (caller, at) => {
      const { email } = personAt(at + 1)
      await owner.call('POST', `/platform/organizations/${slug}/invitations`, {
        body: { emails: [email], assignment: { role: 'Developer' } },
      })
      const token = await getInvitation(url, email)
      await caller.call('POST', '/platform/invitations/accept', { body: { token } })
    }),
  )
  const { ref } = await createProject(owner, slug, password)
  const project = await projectWhen(owner, ref, { status: 'ACTIVE_HEALTHY' })
  const { host, port, user, database } = project.connection
  return {
    callers,
    owner,
    project: { ref, connectionString: project.connectionString },
    /** For tools outside of the server. */
    databaseUrl: `postgresql://${user}:${password}@${host}:${port}/${database}`,
  }
}

/**
 * @param {string} url
 * @param {{ email: string, password: string }} person
 * @param {number} place
 */
async function signedUp(url, person, place) {
  const address = `198.51.${100 + Math.floor(place / 250)}.${1 + (place % 250)}`
  const caller = createCaller(url, undefined, { 'x-forwarded-for': address })
  await caller.signUp(person)
  return caller
}

/**
 * @param {string} url
 * @param {string} email
 */
async function getInvitation(url, email) {
  const mails = await createCaller(url).call('GET', '/api/outbox')
  const mail = mails.find(({ to, text }) => to === email && text.includes('token='))
  const [, token] = /token=([\w-]+)/u.exec(mail?.text ?? '') ?? []
  if (token === undefined) throw new Error(`Nothing was sent to ${email}`)
  return token
}
