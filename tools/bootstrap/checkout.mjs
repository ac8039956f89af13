import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder with package.json; every command works on it, from any working directory. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** @param {string[]} parts */
export const inCheckout = (...parts) => join(root, ...parts)
