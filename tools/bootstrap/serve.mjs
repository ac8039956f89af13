import { pathToFileURL } from 'node:url'

import { inCheckout } from './checkout.mjs'

/** @param {string} name of a module of the built server */
const builtModule = (name) =>
  import(pathToFileURL(inCheckout('apps', 'server', 'dist', `${name}.js`)).href)

/**
 * Runs the built server in this process. It prints its address, stops on signals, and
 * ends the process with a message when it cannot start.
 *
 * @returns {Promise<{ url: string, dataDir: string, store: unknown, stop(): Promise<void> }>}
 */
export async function serve() {
  const { main } = await builtModule('main')
  return main()
}

/**
 * Runs jobs in this process next to a server. It prints `ready`, stops on signals, and ends the
 * process with a message when there is no server.
 */
export async function work() {
  const { workerMain } = await builtModule('main')
  await workerMain()
}

/**
 * Verifies the audit log of an install.
 *
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function inspectAudit(args) {
  const { auditMain } = await builtModule('main')
  return auditMain(args)
}

/**
 * Lists or changes the operators of an install.
 *
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function changeOperators(args) {
  const { operatorMain } = await builtModule('main')
  return operatorMain(args)
}

/**
 * Adds an existing user as a member of an organization without an invitation.
 *
 * @param {unknown} store of the running server
 * @param {{ email: string, organizationSlug: string, assignment: object }} member
 */
export async function grantRole(store, member) {
  const demo = await builtModule('demo')
  await demo.grantRole(store, member)
}

/**
 * Sets an organization's billing state for a scene of the demo.
 *
 * @param {unknown} store of the running server
 * @param {object} scene
 * @returns {Promise<string>} the organization's slug
 */
export async function arrangeBilling(store, scene) {
  const demo = await builtModule('demo')
  return demo.arrangeBilling(store, scene)
}

/**
 * Makes a user an operator of the install.
 *
 * @param {unknown} store of the running server
 * @param {string} email
 */
export async function makeOperator(store, email) {
  const demo = await builtModule('demo')
  await demo.makeOperator(store, email)
}

/**
 * Sets an organization's plan without payment, and whether it requires multi-factor authentication.
 *
 * @param {unknown} store of the running server
 * @param {{ organizationSlug: string, plan: string, requiresMfa: boolean }} target
 */
export async function arrangeOrganization(store, target) {
  const demo = await builtModule('demo')
  await demo.arrangeOrganization(store, target)
}
