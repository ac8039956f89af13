import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { fail } from './message.mjs'

const megabyte = 1024 * 1024

/**
 * Throws a message when a folder's file system has too little space for the next step.
 *
 * @param {string} folder may not exist yet
 * @param {{ megabytes: number, purpose: string }} need
 */
export function requireSpace(folder, { megabytes, purpose }) {
  const free = freeMegabytes(existing(resolve(folder)))
  if (free >= megabytes) return
  fail(
    `There is not enough disk space for ${purpose}: ${free} MB are free where ` +
      `${resolve(folder)} lies, and ${megabytes} MB are needed.\n` +
      'Make room, then run the same command again.',
  )
}

/** @param {string} folder */
function freeMegabytes(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return Math.floor((bavail * bsize) / megabyte)
}

/** @param {string} folder */
function existing(folder) {
  let found = folder
  while (!existsSync(found)) found = dirname(found)
  return found
}
