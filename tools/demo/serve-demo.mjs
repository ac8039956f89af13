// Run as a program by `npm run demo`, which starts it again when it ends unexpectedly.
import { startHeartbeat, notifyReady } from '../bootstrap/heartbeat.mjs'
import { serve } from '../bootstrap/serve.mjs'
import { notesFile } from './notes.mjs'
import { seedDemo } from './seed.mjs'

startHeartbeat()
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
notifyReady(install)

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
