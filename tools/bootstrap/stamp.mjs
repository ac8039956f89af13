import { readFileSync, writeFileSync } from 'node:fs'

/** @typedef {{ quick: string, content: string }} Stamp */

/**
 * Reads a stamp file; undefined when it is missing or unreadable, which means that the work must be
 * done again.
 *
 * @param {string} file
 * @returns {Stamp | undefined}
 */
export function readStamp(file) {
  try {
    const stamp = JSON.parse(readFileSync(file, 'utf8'))
    return typeof stamp.quick === 'string' && typeof stamp.content === 'string' ? stamp : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether the files are still those of the stamp. Files with only new times get a new stamp, so
 * that the next check is quick again.
 *
 * @param {string} file
 * @param {{ quick: () => string, content: () => string }} current
 */
export function isCurrent(file, current) {
  const stamp = readStamp(file)
  if (stamp === undefined) return false
  const quick = current.quick()
  if (stamp.quick === quick) return true
  if (stamp.content !== current.content()) return false
  writeStamp(file, { quick, content: stamp.content })
  return true
}

/**
 * @param {string} file
 * @param {Stamp} stamp
 */
export function writeStamp(file, stamp) {
  writeFileSync(file, `${JSON.stringify(stamp)}\n`)
}
