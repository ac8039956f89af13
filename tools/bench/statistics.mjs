/** @param {number[]} values */
export function median(values) {
  if (values.length === 0) return Number.NaN
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/**
 * Measures two ways of doing the same in turn, A B B A A B …, so that a machine whose
 * speed drifts is unfair to neither. The first pair warms up and is not counted.
 *
 * @param {() => Promise<number>} ours
 * @param {() => Promise<number>} floor
 * @param {number} pairs
 */
export async function measurePairs(ours, floor, pairs) {
  const figures = { ours: /** @type {number[]} */ ([]), floor: /** @type {number[]} */ ([]) }
  for (let pair = 0; pair <= pairs; pair++) {
    const order = /** @type {const} */ (pair % 2 === 0 ? ['ours', 'floor'] : ['floor', 'ours'])
    for (const side of order) {
      const figure = await (side === 'ours' ? ours() : floor())
      if (pair > 0) figures[side].push(figure)
    }
  }
  return { median: median(figures.ours), floor: median(figures.floor) }
}

/**
 * @param {number} times
 * @param {() => Promise<number>} once
 */
export async function measureTimes(times, once) {
  const figures = []
  for (let turn = 0; turn < times; turn++) figures.push(await once())
  return { median: median(figures), floor: null }
}

/**
 * One line of the report. With a floor the target is the most that `ratio` may be,
 * without one the most that `median` may be; null promises nothing.
 *
 * @param {{ name: string, unit: string, target?: number | null,
 *   figures: { median: number, floor: number | null } }} line
 */
export function measure({ name, unit, figures, target = null }) {
  const ratio = figures.floor === null ? null : figures.median / figures.floor
  const judged = ratio ?? figures.median
  return {
    name,
    unit,
    median: rounded(figures.median),
    floor: figures.floor === null ? null : rounded(figures.floor),
    ratio: ratio === null ? null : rounded(ratio),
    target,
    ok: target === null || judged <= target,
  }
}

/** @param {number} value */
const rounded = (value) => Math.round(value * 100) / 100
