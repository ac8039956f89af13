import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const skipped = new Set(['node_modules', 'dist', 'coverage'])

/**
 * Every file below a place of the checkout that people write, tests included.
 *
 * @param {string} root
 * @param {string} place
 * @returns {string[]} paths from the root, with slashes
 */
export function listFiles(root, place) {
  const path = join(root, place)
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [place]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const child = `${place}/${entry.name}`
    if (!entry.isDirectory()) return entry.isFile() ? [child] : []
    return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : listFiles(root, child)
  })
}
