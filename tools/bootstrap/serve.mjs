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
 * Makes an existing user a member of an organization, which no call of the API does yet.
 *
 * @param {unknown} store of the running server
 * @param {{ email: string, organizationSlug: string, role: string }} member
 */
export async function grantRole(store, member) {
  const demo = await builtModule('demo')
  await demo.grantRole(store, member)
}
