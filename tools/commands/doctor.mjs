import { parseArgs } from 'node:util'

import { root } from '../bootstrap/checkout.mjs'
import { examine } from '../doctor/inspect.mjs'

const marks = { ok: 'ok     ', note: 'note   ', problem: 'PROBLEM' }

/**
 * `npm run doctor [-- --json]`: examines an install, running or not, without changing it. Exits
 * with 1 when it found a problem.
 */
export async function main() {
  process.chdir(root)
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
  const report = await examine(process.env)
  if (values.json) console.log(JSON.stringify(report, null, 2))
  else print(report)
  process.exitCode = report.ok ? 0 : 1
}

/** @param {import('../doctor/inspect.mjs').Report} report */
function print({ dataDir, findings, ok }) {
  console.log(`Data directory: ${dataDir}\n`)
  for (const { level, about, text, remedy } of findings) {
    console.log(`${marks[level]}  ${about}: ${text}`)
    if (remedy !== null) console.log(`         → ${remedy}`)
  }
  console.log(ok ? '\nNo problem was found.' : '\nThere are problems. Nothing was changed.')
}
