import { root } from '../bootstrap/checkout.mjs'
import { fail } from '../bootstrap/message.mjs'
import { requireFreePort } from '../bootstrap/port.mjs'
import { prepare } from '../bootstrap/prepare.mjs'
import { serve } from '../bootstrap/serve.mjs'
import { notesFile } from '../demo/notes.mjs'
import { seedDemo } from '../demo/seed.mjs'

/** `npm run demo`: an install of its own with people, organizations and a shop to look at. */
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
  await requireFreePort()
  await prepare()
  const release = holdBack('ready ')
  const install = await serve()
  try {
    await seedDemo(install)
  } catch (error) {
    await install.stop()
    throw error
  }
  console.log(`The demo's accounts are in ${notesFile(install.dataDir)}`)
  release()
}

/**
 * Keeps a line of the server until the demo can be used, for those who wait for it.
 *
 * @param {string} start of the line
 */
function holdBack(start) {
  const { stdout } = process
  const write = stdout.write.bind(stdout)
  let held = ''
  stdout.write = (chunk, ...rest) => {
    if (typeof chunk !== 'string' || !chunk.startsWith(start)) return write(chunk, ...rest)
    held += chunk
    return true
  }
  return () => {
    stdout.write = write
    write(held)
  }
}
