import { root } from '../bootstrap/checkout.mjs'
import { requireFreePort } from '../bootstrap/port.mjs'
import { prepare } from '../bootstrap/prepare.mjs'
import { serve } from '../bootstrap/serve.mjs'

/** `npm start`: the server takes over this process and ends with it. */
export async function main() {
  // Relative paths in the configuration mean the same wherever the command is typed.
  process.chdir(root)
  process.env.NODE_ENV ??= 'production'
  await requireFreePort()
  await prepare()
  await serve()
}
