import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { inCheckout } from '../bootstrap/checkout.mjs'
import { runScript } from '../bootstrap/program.mjs'
import { temporaryDataDirectory } from '../install/running-install.mjs'
import { measure, quantile } from './statistics.mjs'

/**
 * Latencies of one tenant's calls while another tenant misuses the server, measured by the chaos
 * test.
 */
export async function measureChaos() {
  const folder = temporaryDataDirectory()
  const file = join(folder.path, 'chaos.json')
  try {
    const vitest = inCheckout('node_modules', 'vitest', 'vitest.mjs')
    const { code, output } = await runScript(
      vitest,
      ['run', '--project', 'journeys', 'e2e/chaos.test.ts'],
      { cwd: inCheckout(), env: { ...process.env, CHAOS_REPORT: file } },
    )
    if (code !== 0) throw new Error(`The chaos test failed:\n${output}`)
    const { latenciesMs } = JSON.parse(readFileSync(file, 'utf8'))
    const line = (name, share) =>
      measure({
        name: `Call during the misuse of everything by another tenant, ${name}`,
        unit: 'ms',
        figures: { median: quantile(latenciesMs, share), floor: null },
      })
    return [line('p50', 0.5), line('p99', 0.99)]
  } finally {
    folder.remove()
  }
}
