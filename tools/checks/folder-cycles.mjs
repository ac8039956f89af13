/** @typedef {{ from: string, to: string }} Import paths from the root of the checkout */
/** @typedef {Map<string, Map<string, Import>>} Graph entries of a folder by what they import */

/** Tests may import from anywhere in their package. */
const inTests = /\.(?:test|suite)\.tsx?$|\/src\/testing\//u

/** The sources of one app, package or service; `$1` names it. */
const inSources = /^((?:apps|packages|services)\/[^/]+\/src)\//u

/**
 * Folders that import each other, one line for each cycle. In every folder its subfolders, and
 * the files that lie directly in it taken together, have to form layers. Imports of types count:
 * to understand a folder, one has to know what it builds on.
 *
 * @param {readonly Import[]} imports
 */
export function listFolderCycles(imports) {
  /** @type {Map<string, Graph>} */
  const graphs = new Map()
  for (const one of imports) {
    if (isOfOneSource(one)) addImport(graphs, one)
  }
  return [...graphs].flatMap(([folder, graph]) =>
    listCycles(graph).map((cycle) => describeCycle(folder, cycle)),
  )
}

/** @param {Import} one */
function isOfOneSource({ from, to }) {
  if (inTests.test(from) || inTests.test(to)) return false
  const source = inSources.exec(from)?.[1]
  return source !== undefined && inSources.exec(to)?.[1] === source
}

/**
 * Adds the import to the graph of the deepest folder that holds both modules.
 *
 * @param {Map<string, Graph>} graphs
 * @param {Import} one
 */
function addImport(graphs, one) {
  const from = one.from.split('/').slice(0, -1)
  const to = one.to.split('/').slice(0, -1)
  const depth = from.findIndex((part, at) => part !== to[at])
  const shared = depth === -1 ? from.length : depth
  const [importing, imported] = [entryAt(from, shared), entryAt(to, shared)]
  if (importing === imported) return
  const folder = from.slice(0, shared).join('/')
  const graph = getOrAdd(graphs, folder)
  const known = getOrAdd(graph, importing)
  if (!known.has(imported)) known.set(imported, one)
}

/** The files directly in a folder are one entry of it. */
const ownFiles = '.'

/** @param {string[]} folders @param {number} depth */
const entryAt = (folders, depth) => folders[depth] ?? ownFiles

/**
 * @template Value
 * @param {Map<string, Map<string, Value>>} map
 * @param {string} key
 */
function getOrAdd(map, key) {
  const value = map.get(key) ?? new Map()
  map.set(key, value)
  return value
}

/**
 * A shortest cycle for each group of entries that import each other.
 *
 * @param {Graph} graph
 */
function listCycles(graph) {
  const reported = new Set()
  return [...graph.keys()].flatMap((entry) => {
    if (reported.has(entry)) return []
    const cycle = findCycle(graph, entry)
    for (const { importing } of cycle) reported.add(importing)
    return cycle.length === 0 ? [] : [cycle]
  })
}

/**
 * The imports that lead from an entry back to itself, as few as possible; none without a cycle.
 *
 * @param {Graph} graph
 * @param {string} start
 */
function findCycle(graph, start) {
  /** @type {{ importing: string, example: Import }[][]} */
  const paths = [[]]
  const seen = new Set()
  for (const path of paths) {
    const importing = path.length === 0 ? start : path.at(-1)?.importing
    for (const [imported, example] of graph.get(importing ?? start) ?? []) {
      const longer = [...path, { importing: imported, example }]
      if (imported === start) return longer
      if (!seen.has(imported)) paths.push(longer)
      seen.add(imported)
    }
  }
  return []
}

/**
 * @param {string} folder
 * @param {{ importing: string, example: Import }[]} cycle
 */
function describeCycle(folder, cycle) {
  const names = cycle.map(({ importing }) => (importing === ownFiles ? 'its own files' : importing))
  const steps = [names.at(-1), ...names].join(' → ')
  const examples = cycle.map(({ example }) => `\n    ${example.from} → ${example.to}`)
  return `folder-cycle: ${folder}: ${steps}${examples.join('')}`
}
