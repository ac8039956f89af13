import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ email: string, password: string, role: string }} Person
 *
 * @typedef {{ url: string, users: Person[], organizations: { slug: string }[], projects: { ref:
 *   string, organization_slug: string, connection_string: string }[], }} Notes
 *
 * @typedef {{ users: Person[], shop: { organization_slug: string, password: string } | null, }}
 *   Draft
 *
 * A draft survives an interrupted seeding. `shop` is written before the shop is created: it proves
 * that an incomplete one belongs to the demo.
 */

/** @param {string} dataDirectory */
export const notesFile = (dataDirectory) => join(dataDirectory, 'demo.json')

const draftFile = (/** @type {string} */ dataDirectory) => `${notesFile(dataDirectory)}.partial`

/**
 * @param {string} dataDirectory
 * @returns {Notes | undefined} undefined until the demo was seeded to its end
 */
export const readNotes = (dataDirectory) => read(notesFile(dataDirectory))

/**
 * @param {string} dataDirectory
 * @returns {Draft | undefined}
 */
export const readDraft = (dataDirectory) => read(draftFile(dataDirectory))

/**
 * @param {string} dataDirectory
 * @param {Draft} draft
 */
export function writeDraft(dataDirectory, draft) {
  write(draftFile(dataDirectory), draft)
}

/**
 * Writes the notes of a complete demo, once and atomically, and deletes the draft.
 *
 * @param {string} dataDirectory
 * @param {Notes} notes
 */
export function writeNotes(dataDirectory, notes) {
  const known = JSON.stringify(readNotes(dataDirectory))
  if (known !== JSON.stringify(notes)) write(notesFile(dataDirectory), notes)
  rmSync(draftFile(dataDirectory), { force: true })
}

/**
 * @param {string} file
 * @returns {any}
 */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error(
      `${file} cannot be read. Restore it, or move it away with its data directory.`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Replaces a file atomically; it contains passwords, so only its owner may read it.
 *
 * @param {string} file
 * @param {object} value
 */
function write(file, value) {
  const next = `${file}.next`
  writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(next, file)
}
