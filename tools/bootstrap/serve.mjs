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
 * Looks at the audit log of an install.
 *
 * @param {string[]} args
 * @returns {Promise<number>} the code to end with
 */
export async function inspectAudit(args) {
  const { auditMain } = await builtModule('main')
  return auditMain(args)
}

/**
 * Says or changes who runs an install.
 *
 * @param {string[]} args
 * @returns {Promise<number>} the code to end with
 */
export async function changeOperators(args) {
  const { operatorMain } = await builtModule('main')
  return operatorMain(args)
}

/**
 * Makes an existing user a member of an organization without an invitation.
 *
 * @param {unknown} store of the running server
 * @param {{ email: string, organizationSlug: string, assignment: object }} member
 */
export async function grantRole(store, member) {
  const demo = await builtModule('demo')
  await demo.grantRole(store, member)
}

/**
 * Sets an organization's bill as a scene of the demo says.
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
 * Lets somebody run the install.
 *
 * @param {unknown} store of the running server
 * @param {string} email
 */
export async function makeOperator(store, email) {
  const demo = await builtModule('demo')
  await demo.makeOperator(store, email)
}

/**
 * Gives an organization a plan that nobody pays for, and says whether it requires
 * multi-factor authentication.
 *
 * @param {unknown} store of the running server
 * @param {{ organizationSlug: string, plan: string, requiresMfa: boolean }} target
 */
export async function arrangeOrganization(store, target) {
  const demo = await builtModule('demo')
  await demo.arrangeOrganization(store, target)
}
