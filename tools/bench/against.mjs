import { root } from '../bootstrap/checkout.mjs'
import { startInstall, temporaryDataDirectory } from '../install/running-install.mjs'
import { installParts } from './install-figures.mjs'
import { checkOut } from './other-checkout.mjs'
import { prepareTeam, teamSettings } from './sql-team.mjs'
import { compare } from './statistics.mjs'

/** @typedef {import('./install-figures.mjs').Part} Part */
/** @typedef {import('./install-figures.mjs').Side} Side */
/** @typedef {ReturnType<typeof compare> & { name: string, unit: string }} Comparison */

const leastRounds = 5

/**
 * Measures this checkout and another commit of it in turn, each on a separate install that keeps
 * running, so that a drift of the machine's speed affects both.
 *
 * @param {{ commit: string, only: readonly string[], rounds?: number }} options
 */
export async function measureAgainst({ commit, only, rounds = leastRounds }) {
  const parts = installParts.filter(({ name }) => only.length === 0 || only.includes(name))
  if (parts.length === 0) {
    throw new Error(
      `Only these can be compared: ${installParts.map(({ name }) => name).join(', ')}`,
    )
  }
  const other = await checkOut(commit)
  try {
    const ours = await startSide(root)
    try {
      const theirs = await startSide(other.folder)
      try {
        return { id: other.id, comparisons: await inTurn(parts, { ours, theirs }, rounds) }
      } finally {
        await theirs.stop()
      }
    } finally {
      await ours.stop()
    }
  } finally {
    other.remove()
  }
}

/** @param {string} checkout */
async function startSide(checkout) {
  const data = temporaryDataDirectory()
  const install = await startInstall(data.path, { checkout, env: teamSettings })
  const stop = async () => {
    await install.stop()
    data.remove()
  }
  try {
    return { team: await prepareTeam(install.url, { size: 50 }), pid: install.pid, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * @param {readonly Part[]} parts
 * @param {{ ours: Side, theirs: Side }} sides
 * @param {number} rounds
 */
async function inTurn(parts, sides, rounds) {
  /** @type {Map<string, { name: string, unit: string, ours: number[], theirs: number[] }>} */
  const figures = new Map()
  for (const { prepare, read } of parts) {
    for (const side of [sides.ours, sides.theirs]) await prepare?.(side)
    // The first round warms up and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const order = /** @type {const} */ (round % 2 === 0 ? ['ours', 'theirs'] : ['theirs', 'ours'])
      for (const side of order) {
        const readings = await read(sides[side])
        if (round > 0) for (const reading of readings) keep(figures, side, reading)
      }
    }
  }
  return [...figures.values()].map(({ name, unit, ours, theirs }) => ({
    name,
    unit,
    ...compare(ours, theirs),
  }))
}

/**
 * @param {Map<string, { name: string, unit: string, ours: number[], theirs: number[] }>} figures
 * @param {'ours' | 'theirs'} side
 * @param {{ name: string, unit: string, value: number }} reading
 */
function keep(figures, side, { name, unit, value }) {
  const known = figures.get(name) ?? { name, unit, ours: [], theirs: [] }
  known[side].push(value)
  figures.set(name, known)
}

/**
 * The lines of a table, with a header line.
 *
 * @param {readonly Comparison[]} comparisons
 * @param {string} id of the other commit
 */
export function comparisonTable(comparisons, id) {
  const shown = ({ lower, median, upper }, unit) =>
    `${rounded(median)} ${unit} (${rounded(lower)}–${rounded(upper)})`
  return [
    ['Measure', 'This checkout', id, 'Ratio', ''],
    ...comparisons.map(({ name, unit, ours, theirs, ratio, differs }) => [
      name,
      shown(ours, unit),
      shown(theirs, unit),
      `× ${rounded(ratio)}`,
      differs ? 'differs' : 'no difference',
    ]),
  ]
}

/** @param {number} value */
const rounded = (value) => Math.round(value * 100) / 100
