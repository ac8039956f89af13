import { spawn } from 'node:child_process'

import { inCheckout, root } from './checkout.mjs'

/** The cache directory of swc, the parser of the boundary check: not in the home folder. */
export const cachesInCheckout = { SWC_NATIVE_BINDING_CACHE: inCheckout('.cache') }

/**
 * Runs a program to its end and returns its output. Never rejects: a program that cannot be started
 * has the code 127.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runProgram(command, args, options = {}) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    const keep = (chunk) => (output += chunk)
    child.stdout?.setEncoding('utf8').on('data', keep)
    child.stderr?.setEncoding('utf8').on('data', keep)
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 1, output: output + (signal ?? '') }),
    )
  })
}

/**
 * Runs a Node script, in a separate process, which frees its memory when it ends.
 *
 * @param {string} script
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export const runScript = (script, args, options) =>
  runProgram(process.execPath, [script, ...args], options)
