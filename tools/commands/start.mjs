import { inCheckout, root } from '../bootstrap/checkout.mjs'
import { requireFreePort } from '../bootstrap/port.mjs'
import { prepare } from '../bootstrap/prepare.mjs'
import { supervise, watchdogSeconds } from '../bootstrap/supervise.mjs'

/** `npm start`: supervises a server in a separate process, and ends with it. */
export async function main() {
  // Relative paths in the configuration mean the same wherever the command is typed.
  process.chdir(root)
  process.env.NODE_ENV ??= 'production'
  const timeout = { watchdogSeconds: watchdogSeconds() }
  await requireFreePort()
  await prepare()
  const script = inCheckout('tools', 'bootstrap', 'serve-supervised.mjs')
  process.exit(await supervise(script, timeout))
}
