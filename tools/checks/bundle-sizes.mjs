import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { inCheckout } from '../bootstrap/checkout.mjs'

/**
 * Compressed JavaScript and CSS, in bytes; 1 kB is 1000 bytes. `lazyParts` is the number of
 * files that are loaded on their own.
 */
export const sizeLimits = {
  shell: 150_000,
  tableView: 190_000,
  lazyPart: 150_000,
  lazyParts: 60,
}

/** The file with the table view, by its name in `chunk-groups.ts`. */
const tableEditor = 'table-editor'

/** Sizes of the last release, which `npm run sizes` writes. */
export const releasedSizesFile = inCheckout('tools', 'checks', 'released-sizes.json')

/** Growth below this, in bytes, is not worth a line. */
const smallGrowth = 100

/**
 * @typedef {{ file: string, name?: string, isEntry?: boolean, imports?: string[],
 *   dynamicImports?: string[], css?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 * @typedef {{ dist: string, manifestFile: string }} Built
 * @typedef {{ shell: number, tableView: number, lazy: Record<string, number> }} Sizes
 */

/**
 * Measures a built dashboard by its manifest: the bytes of the first page, of the table editor
 * until its first row, and of each other lazy part.
 *
 * @param {Built} built
 */
export function measureBundles({ dist, manifestFile }) {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true)
  if (entry === undefined) throw new Error('The manifest of the dashboard has no entry')
  const size = sizeOf(dist)
  const shellFiles = filesFor(manifest, [entry])
  const shell = size(shellFiles)
  const lazy = listLazy(manifest).map((key) => ({
    name: manifest[key]?.name ?? key,
    bytes: size(added(manifest, key, shellFiles)),
  }))
  const table = lazy.find(({ name }) => name === tableEditor)
  const beyondShell = (files) => size(files.filter((file) => isBuilt(dist, file, shellFiles)))
  return { shell, tableView: table && shell + table.bytes, lazy, beyondShell }
}

/**
 * The chunks that are loaded on their own: several parts of the sources may lie in one.
 *
 * @param {Manifest} manifest
 */
const listLazy = (manifest) => [
  ...new Set(Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports)),
]

/** @param {string} dist @param {string} file @param {Set<string>} shellFiles */
const isBuilt = (dist, file, shellFiles) => !shellFiles.has(file) && existsSync(join(dist, file))

/**
 * The bytes that a lazy part adds to the shell, and to the parts that always load it.
 *
 * @param {Manifest} manifest
 * @param {string} key
 * @param {Set<string>} shellFiles
 */
function added(manifest, key, shellFiles) {
  const parents = Object.keys(manifest)
    .filter((parent) => parent !== key && manifest[parent]?.dynamicImports?.includes(key) === true)
    .map((parent) => filesFor(manifest, [parent]))
  const isPresent = (file) =>
    shellFiles.has(file) || (parents.length > 0 && parents.every((files) => files.has(file)))
  return [...filesFor(manifest, [key])].filter((file) => !isPresent(file))
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
  for (const { name, bytes } of lazy) limit(name, bytes, sizeLimits.lazyPart)
  if (lazy.length > sizeLimits.lazyParts)
    failures.push(`The build has ${lazy.length} lazy parts; ${sizeLimits.lazyParts} is the most`)
  const parts = Object.fromEntries(
    lazy
      .map(({ name, bytes }) => /** @type {const} */ ([name, bytes]))
      .toSorted(([one], [other]) => one.localeCompare(other)),
  )
  return { sizes: { shell, tableView: table ?? 0, lazy: parts }, failures }
}

/**
 * Differences to the sizes of the last release, one line for each changed part.
 *
 * @param {Sizes} now
 * @param {Sizes} released
 */
export function listGrowth(now, released) {
  const line = (name, bytes, before) => {
    if (before === undefined) return [`${name} is new with ${kilobytes(bytes)}`]
    const growth = bytes - before
    if (Math.abs(growth) < smallGrowth) return []
    const sign = growth > 0 ? '+' : '−'
    return [`${name} ${kilobytes(bytes)}, ${sign}${kilobytes(Math.abs(growth))}`]
  }
  const removed = Object.keys(released.lazy).filter((name) => now.lazy[name] === undefined)
  return [
    ...line('shell', now.shell, released.shell),
    ...line('table view', now.tableView, released.tableView),
    ...Object.entries(now.lazy).flatMap(([name, bytes]) => line(name, bytes, released.lazy[name])),
    ...removed.map((name) => `${name} is no part any more`),
  ]
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
function sizeOf(dist) {
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
