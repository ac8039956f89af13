import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ email: string, password: string, role: string }} Person
 *
 * @typedef {{
 *   url: string,
 *   users: Person[],
 *   organizations: { slug: string }[],
 *   projects: { ref: string, organization_slug: string, connection_string: string }[],
 * }} Notes
 *
 * @typedef {{
 *   users: Person[],
 *   shop: { organization_slug: string, password: string } | null,
 * }} Draft
 *
 * What a seeding that is interrupted must not lose. `shop` is written when the organization has
 * no shop and one is about to be made: it proves that a half-made one is ours.
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
 * Writes the notes of a demo that is there as they say, once and whole, and ends the draft.
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
 * Replaces a file as a whole; it holds passwords, so nobody else may read it.
 *
 * @param {string} file
 * @param {object} value
 */
function write(file, value) {
  const next = `${file}.next`
  writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(next, file)
}
