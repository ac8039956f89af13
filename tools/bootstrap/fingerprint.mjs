import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const skippedFolders = new Set(['node_modules', 'dist', 'testing'])

/** @param {string} name */
const isTest = (name) => /\.test\.tsx?$/u.test(name)

/**
 * Detects changed files. `quick` compares sizes and times in milliseconds; `content` reads
 * everything, for files with other times and equal content (a fresh checkout, a branch and back).
 *
 * @param {string} root
 * @param {string[]} places files and folders below the root; tests in them do not count
 */
export function fingerprint(root, places) {
  const files = places.flatMap((place) => listFiles(root, place)).toSorted()
  return {
    quick: () => digest(files.map((file) => quickLine(root, file))),
    content: () =>
      digest(files.map((file) => `${file} ${digest([readFileSync(join(root, file))])}`)),
  }
}

/**
 * @param {string} root
 * @param {string} file
 */
function quickLine(root, file) {
  const { size, mtimeMs } = statSync(join(root, file))
  return `${file} ${size} ${mtimeMs}`
}

/**
 * @param {string} root
 * @param {string} place
 * @returns {string[]}
 */
function listFiles(root, place) {
  const path = join(root, place)
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [place]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const child = `${place}/${entry.name}`
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : listFiles(root, child)
    return entry.isFile() && !isTest(entry.name) ? [child] : []
  })
}

/** @param {(string | Uint8Array)[]} parts */
function digest(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return hash.digest('hex')
}
