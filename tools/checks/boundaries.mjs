import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

import { cachesInCheckout } from '../bootstrap/program.mjs'
import { listFolderCycles } from './folder-cycles.mjs'

/**
 * Cruises `apps`, `packages` and `services` of a checkout and lists violations of the import boundaries.
 *
 * A cruise without modules is a failure: without a TypeScript parser the tool reads no module and
 * reports success. Both folders must have modules, because skipping one would go unnoticed too.
 *
 * @param {string} root
 * @param {{ forbidden: object[], options: Record<string, unknown> }} rules
 */
export async function checkBoundaries(root, rules) {
  // The parser reads its settings when it is loaded, which is why that happens here.
  Object.assign(process.env, cachesInCheckout)
  const { cruise } = await import('dependency-cruiser')
  const { default: extractTSConfig } =
    await import('dependency-cruiser/config-utl/extract-ts-config')
  const { tsConfig, ...options } = rules.options
  const places = ['apps', 'packages', 'services'].filter((place) => existsSync(join(root, place)))
  const result = await cruise(
    places,
    {
      ...options,
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: rules.forbidden, options: rules.options },
    },
    undefined,
    { tsConfig: extractTSConfig(join(root, tsConfig.fileName)) },
  )
  if (typeof result.output === 'string') throw new TypeError('dependency-cruiser answered text')

  const { modules, summary } = result.output
  const sources = modules.map((module) => module.source).filter((source) => /\.tsx?$/u.test(source))
  const failures = summary.violations
    .filter((violation) => !isCycleOfTypes(root, violation))
    .map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}${reason(rules, rule.name)}`)
  failures.push(...listFolderCycles(listImports(modules)))
  for (const place of places) {
    if (!sources.some((source) => source.startsWith(`${place}/`))) {
      failures.push(`The check saw no module in ${place}/`)
    }
  }
  if (sources.length === 0) failures.push('The check saw no module at all')
  return { modules: sources.length, failures }
}

/**
 * Every import of a module of the checkout, imports of types included.
 *
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules
 */
const listImports = (modules) =>
  modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  )

/**
 * A lazy part may import the type of its props from the module that loads it: such a cycle does not
 * exist at run time. The parser does not distinguish types from values, so the import is read here.
 *
 * @param {string} root
 * @param {{ cycle?: { name: string }[] }} violation
 */
function isCycleOfTypes(root, { cycle = [] }) {
  return cycle.some(({ name }, step) => {
    const from = cycle.at(step - 1)?.name ?? ''
    return importsTypesOnly(readFileSync(join(root, from), 'utf8'), from, name)
  })
}

/**
 * @param {string} text of the importing module
 * @param {string} from
 * @param {string} to
 */
function importsTypesOnly(text, from, to) {
  const imports = [
    ...text.matchAll(/\b(?:import|export)\b([^;'"]*?)(?:from\s*)?\(?'(\.[^']+)'/gu),
  ].filter(([, , specifier = '']) => posix.join(posix.dirname(from), specifier) === to)
  return imports.length > 0 && imports.every(([, clause = '']) => /^\s*type\b/u.test(clause))
}

/**
 * @param {{ forbidden: object[] }} rules
 * @param {string} name
 */
function reason(rules, name) {
  const rule = rules.forbidden.find((entry) => entry.name === name)
  return rule === undefined ? '' : `\n    ${rule.comment}`
}
