import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json; every command works on it, wherever it is called from. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** @param {string[]} parts */
export const inCheckout = (...parts) => join(root, ...parts)
