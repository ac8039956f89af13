/**
 * The quantile of the figures, interpolated between two of them.
 *
 * @param {number[]} values
 * @param {number} share from 0 to 1
 */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const lower = sorted[Math.floor(place)] ?? Number.NaN
  const upper = sorted[Math.ceil(place)] ?? Number.NaN
  return lower + (upper - lower) * (place - Math.floor(place))
}

/** @param {number[]} values */
export const median = (values) => quantile(values, 0.5)

/**
 * Measures two implementations alternately, A B B A A B …, so that a drift of the machine's speed
 * affects both. The first pair is a warm-up. `spread` has the quartiles of the pairs' ratios.
 *
 * @param {() => Promise<number>} own
 * @param {() => Promise<number>} floor
 * @param {number} pairs
 */
export async function measurePairs(own, floor, pairs) {
  const figures = { ours: /** @type {number[]} */ ([]), floor: /** @type {number[]} */ ([]) }
  for (let pair = 0; pair <= pairs; pair++) {
    const order = /** @type {const} */ (pair % 2 === 0 ? ['ours', 'floor'] : ['floor', 'ours'])
    for (const side of order) {
      const figure = await (side === 'ours' ? own() : floor())
      if (pair > 0) figures[side].push(figure)
    }
  }
  const ratios = figures.ours.map((figure, pair) => figure / (figures.floor[pair] ?? Number.NaN))
  return {
    median: median(figures.ours),
    floor: median(figures.floor),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  }
}

/**
 * Compares two versions by figures that were measured alternately. They differ only when their
 * interquartile ranges do not overlap: a smaller difference may be noise.
 *
 * @param {number[]} own
 * @param {number[]} theirs
 */
export function compare(own, theirs) {
  const one = quartiles(own)
  const other = quartiles(theirs)
  return {
    ours: one,
    theirs: other,
    ratio: one.median / other.median,
    differs: one.upper < other.lower || one.lower > other.upper,
  }
}

/** @param {number[]} values */
const quartiles = (values) => ({
  lower: quantile(values, 0.25),
  median: quantile(values, 0.5),
  upper: quantile(values, 0.75),
})

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
 * One line of the report. With a baseline the target is the maximum of `ratio`, without one that of
 * `median`; null has no target.
 *
 * @param {{ name: string, unit: string, target?: number | null, figures: { median: number, floor:
 *   number | null, spread?: number[] } }} line
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
    spread: figures.spread?.map(rounded) ?? null,
    target,
    ok: target === null || judged <= target,
  }
}

/** @param {number} value */
const rounded = (value) => Math.round(value * 100) / 100
