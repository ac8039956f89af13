import { inCheckout, root } from '../bootstrap/checkout.mjs'
import { fail } from '../bootstrap/message.mjs'
import { requireFreePort } from '../bootstrap/port.mjs'
import { prepare } from '../bootstrap/prepare.mjs'
import { supervise, watchdogSeconds } from '../bootstrap/supervise.mjs'

/** `npm run demo`: a separate install with sample users, organizations and a shop. */
export async function main() {
  process.chdir(root)
  const host = process.env.BASALT_HOST || '127.0.0.1'
  if (!/^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/u.test(host)) {
    fail(
      `The demo has accounts whose passwords lie in a file: it listens on this machine only, not on ${host}.\n` +
        'Leave BASALT_HOST out, or use npm start.',
    )
  }
  process.env.BASALT_DATA_DIR ||= '.basalt-demo'
  const timeout = { watchdogSeconds: watchdogSeconds() }
  await requireFreePort()
  await prepare()
  process.exit(await supervise(inCheckout('tools', 'demo', 'serve-demo.mjs'), timeout))
}
