import { randomInt } from 'node:crypto'

/** 2020-01-01. With 22 bits for the counter, the ids last until 2089. */
const epochMs = 1_577_836_800_000
const counterBits = 22n
const counters = 2 ** 22

let counter = randomInt(counters)

/**
 * A unique id that begins with the time of its row, so that ids are in the order of time, and rows
 * of one millisecond in the order in which this process received them.
 */
export function nextRowId(at: number): bigint {
  counter = (counter + 1) % counters
  return (BigInt(Math.max(0, Math.trunc(at) - epochMs)) << counterBits) | BigInt(counter)
}

export const timeOfId = (id: bigint): number => Number(id >> counterBits) + epochMs
