import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Compressed JavaScript and CSS, in bytes; 1 kB is 1000 bytes. */
export const sizeLimits = { shell: 150_000, tableView: 190_000, lazyRoute: 150_000 }

/** What the table view is made of beyond the shell, by the source of its chunk. */
const tableView = /^src\/areas\/table-editor\/TablePage\.tsx$/u

/**
 * @typedef {{ file: string, src?: string, isEntry?: boolean, isDynamicEntry?: boolean,
 *   imports?: string[], dynamicImports?: string[], css?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 */

/** @typedef {{ dist: string, manifestFile: string }} Built */

/**
 * Measures a built dashboard by its manifest: what the first page loads, what the table
 * editor loads until its first row, and what each other lazy part adds.
 *
 * @param {Built} built
 */
export function measureBundles({ dist, manifestFile }) {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true)
  if (entry === undefined) throw new Error('The manifest of the dashboard has no entry')
  const size = getSize(dist)
  const shellFiles = filesFor(manifest, [entry])
  const shell = size(shellFiles)
  const lazy = Object.keys(manifest)
    .filter((key) => manifest[key]?.isDynamicEntry === true)
    .map((key) => ({
      name: key,
      bytes: size(added(manifest, key, shellFiles)),
    }))
  const table = lazy.find(({ name }) => tableView.test(name))
  const beyondShell = (files) => size(files.filter((file) => isBuilt(dist, file, shellFiles)))
  return { shell, tableView: table && shell + table.bytes, lazy, beyondShell }
}

/** @param {string} dist @param {string} file @param {Set<string>} shellFiles */
const isBuilt = (dist, file, shellFiles) => !shellFiles.has(file) && existsSync(join(dist, file))

/**
 * What a lazy part adds: beyond the shell, and beyond what every part that asks for it has
 * loaded by then.
 *
 * @param {Manifest} manifest
 * @param {string} key
 * @param {Set<string>} shellFiles
 */
function added(manifest, key, shellFiles) {
  const parents = Object.keys(manifest)
    .filter((parent) => manifest[parent]?.dynamicImports?.includes(key) === true)
    .map((parent) => filesFor(manifest, [parent]))
  const isThere = (file) =>
    shellFiles.has(file) || (parents.length > 0 && parents.every((files) => files.has(file)))
  return [...filesFor(manifest, [key])].filter((file) => !isThere(file))
}

/** @param {Built} built */
export function checkBundleSizes(built) {
  const { shell, tableView: table, lazy } = measureBundles(built)
  const failures = []
  const limit = (name, bytes, most) => {
    if (bytes > most)
      failures.push(`${name} is ${kilobytes(bytes)}; ${kilobytes(most)} is the most`)
  }
  limit('The shell', shell, sizeLimits.shell)
  if (table === undefined) failures.push('The manifest has no chunk of the table editor')
  else limit('The table view', table, sizeLimits.tableView)
  for (const { name, bytes } of lazy) limit(name, bytes, sizeLimits.lazyRoute)
  return { shell, tableView: table ?? 0, failures }
}

/** @param {number} bytes */
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

/**
 * @param {Manifest} manifest
 * @param {string[]} keys
 * @returns {Set<string>} the files of the chunks and of everything they import at once
 */
export function filesFor(manifest, keys) {
  const files = new Set()
  const seen = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (chunk === undefined || seen.has(key)) return
    seen.add(key)
    files.add(chunk.file)
    for (const file of chunk.css ?? []) files.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return files
}

/** @param {string} dist */
function getSize(dist) {
  /** @type {Map<string, number>} */
  const sizes = new Map()
  const one = (file) => {
    const known = sizes.get(file)
    if (known !== undefined) return known
    const bytes = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
    sizes.set(file, bytes)
    return bytes
  }
  return (files) =>
    [...files]
      .filter((file) => /\.(?:js|css)$/u.test(file))
      .reduce((sum, file) => sum + one(file), 0)
}
