import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{
 *   url: string,
 *   users: { email: string, password: string, role: string }[],
 *   organizations: { slug: string }[],
 *   projects: { ref: string, organization_slug: string, connection_string: string }[],
 * }} Notes
 */

/** @param {string} dataDirectory */
export const notesFile = (dataDirectory) => join(dataDirectory, 'demo.json')

/**
 * @param {string} dataDirectory
 * @returns {Notes | undefined} undefined when the demo was never seeded there
 */
export function readNotes(dataDirectory) {
  try {
    return JSON.parse(readFileSync(notesFile(dataDirectory), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Replaces the file as a whole; it holds passwords, so nobody else may read it.
 *
 * @param {string} dataDirectory
 * @param {Notes} notes
 */
export function writeNotes(dataDirectory, notes) {
  const file = notesFile(dataDirectory)
  const next = `${file}.next`
  writeFileSync(next, `${JSON.stringify(notes, null, 2)}\n`, { mode: 0o600 })
  renameSync(next, file)
}
